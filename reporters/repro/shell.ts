/** A word that bash takes for exactly this text, whatever it holds. NUL cannot stand in one. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Text for a comment: one line, with nothing that could end it or drive a terminal. */
export function commented(text: string, margin = ''): string {
  return text
    .split('\n')
    .map((line) => `# ${margin}${withoutControls(line)}`.trimEnd())
    .join('\n');
}

/** Text for one line of output. */
export function onOneLine(text: string): string {
  return withoutControls(text.replaceAll(/\s*\n\s*/g, ' '));
}

function withoutControls(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?');
}

/**
 * The common part of all scripts. Answers are read by awk, which every POSIX system has; nothing of an
 * answer ever becomes a part of a command.
 */
const beginning = String.raw`set -euo pipefail
umask 077
# What a script ends with when it could not ask; git bisect takes 125 for "cannot be tested".
unasked=${'$'}{CANNOT_ASK:-2}
# So much of an answer is shown, in bytes.
longest=600; [ -z "${'$'}{FULL_ANSWERS:-}" ] || longest=100000
verdict=
work=$(mktemp -d)
trap 'status=$?; rm -rf "$work"; [ -n "$verdict" ] || status=$unasked; exit "$status"' EXIT

command -v awk >/dev/null || { echo 'This script needs awk to read answers, but found none.' >&2; exit 2; }
command -v curl >/dev/null || { echo 'This script needs curl to ask, but found none.' >&2; exit 2; }

# need VARIABLE WORDS : a setting without which nothing can be asked.
need() { [ -n "${'$'}{!1:-}" ] || { echo "$1: set $2 (.env is not read: set -a; . ./.env; set +a)" >&2; exit 2; }; }
`;

/** Reads JSON: `found` is called for each text (1) and each other value (0). */
const reader = String.raw`
function unit(hex, i, sum) {
  for (i = 1; i <= 4; i++) sum = 16 * sum + index("123456789abcdef", tolower(substr(hex, i, 1)))
  return sum
}
function utf8(code) {
  if (code < 128) return sprintf("%c", code)
  if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
  if (code < 65536)
    return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
  return sprintf("%c", 240 + int(code / 262144)) sprintf("%c", 128 + int(code / 4096) % 64) \
    sprintf("%c%c", 128 + int(code / 64) % 64, 128 + code % 64)
}
function unescaped(text, parts, count, i, letter, all, high, low) {
  count = split(text, parts, /\\/)
  all = parts[1]
  for (i = 2; i <= count; i++) {
    letter = substr(parts[i], 1, 1)
    if (letter == "") all = all "\\" parts[++i]
    else if (letter != "u") {
      low = index("bfnrt", letter)
      all = all (low ? substr("\b\f\n\r\t", low, 1) : letter) substr(parts[i], 2)
    } else {
      high = unit(substr(parts[i], 2, 4))
      low = high >= 55296 && high < 56320 && parts[i + 1] ~ /^u[dD][c-fC-F]/ && length(parts[i]) == 5
      if (low) high = 65536 + (high - 55296) * 1024 + unit(substr(parts[++i], 2, 4)) - 56320
      all = all utf8(high >= 55296 && high < 57344 ? 65533 : high) substr(parts[i], 6)
    }
  }
  return all
}
function read(file, text, line, parts, count, i, k, size, letter, word, string, opened) {
  while ((getline line < file) > 0) text = text line " "
  close(file)
  if (text !~ /^[ \t\r]*[\[{]/ && only_json) return
  depth = 0
  count = split(text, parts, "\"")
  for (i = 1; i <= count; i++) {
    # What stands between strings.
    size = length(parts[i])
    for (k = 1; k <= size; k++) {
      letter = substr(parts[i], k, 1)
      if (letter ~ /[-+.0-9A-Za-z]/) { word = word letter; opened = ""; continue }
      if (word != "") found(word, 0)
      word = ""
      if (letter == "{" || letter == "[") { kind[++depth] = letter; name[depth] = 0; opened = letter }
      else if (letter == "}" || letter == "]") {
        depth--
        if (opened != "" && depth > 0) found(opened letter, 0)
        opened = ""
      }
      else if (letter == "," && kind[depth] == "[") name[depth]++
    }
    if (i == count) break
    opened = ""
    string = parts[++i]
    while (match(string, /\\+$/) && RLENGTH % 2 && i < count) string = string "\"" parts[++i]
    if (parts[i + 1] ~ /^[ \t\r]*:/) name[depth] = unescaped(string)
    else found(unescaped(string), 1)
  }
}
`;

/** Answers: how their values are found, shown, and told from those of another run. */
const answers = String.raw`
# value_at FILE NAME... : the text or number at this place of the JSON in FILE.
value_at() { LC_ALL=C awk '
function found(value, is_text, i) {
  if (depth != ARGC - 2 || (!is_text && value !~ /[0-9]/)) return
  for (i = 1; i <= depth; i++) if (name[i] "" != ARGV[i + 1] "") return
  result = value; is_found = 1
}
${reader.trim()}
BEGIN {
  read(ARGV[1])
  if (!is_found) exit 1
  printf "%s", result
}' "$@"; }

# shape FIRST LAST [PATH] : how the answer LAST looks, line by line or at one place, without what is
# another value in every run. What belongs to one run is numbered in the order in which the answers from
# FIRST on showed it.
shape() {
  local first=$1 last=$2 index files=(); shift 2
  for ((index = first; index <= last; index++)); do files+=("$work/$index.answer"); done
  LC_ALL=C awk '
function numbered(value) {
  if (!(value in seen)) seen[value] = ++count_seen
  return "#" seen[value]
}
function look(value, is_text, key, digits, plain) {
  if (!is_text && value !~ /[0-9]/) return value
  if (tolower(key) ~ /^(number|cardnumber|[$]?pan|[$]?cvc2?|cvv2?|pin|pinvalue|newpindata|encryptedpinvalue|setoken|password|token|authorization|x-api-key|x-signature)$/) return "secret"
  if (!is_text) {
    if (value ~ /^[1-6][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]$/) return "number of a moment"
    if (value ~ /[.]/) { sub(/0+$/, "", value); sub(/[.]$/, "", value) }
    digits = value; gsub(/[^0-9]/, "", digits)
    if (length(digits) > 6 || value ~ /[eE]/ || (length(digits) > 3 && tolower(key) ~ /(id|number|pan|rrn|code)$/))
      return "number " numbered(value)
    return value
  }
  if (length(value) > 60 || value ~ /[^ -~]/) return value ~ /[0-9]/ ? "text " numbered(value) : "text"
  if (value !~ /[0-9]/ || length(value) <= 3 || value ~ /^[0-9][0-9]?[0-9]?[0-9]?[0-9]?[.][0-9][0-9]$/)
    return "\"" value "\""
  plain = value
  if (value !~ /[^0-9]/) plain = "d" length(value)
  else gsub(/[0-9A-Za-z]+/, "a", plain)
  if (value ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]/) return plain
  return plain " " numbered(value)
}
function found(value, is_text, i, path, key, part, looks) {
  for (i = 1; i <= depth; i++) {
    part = name[i] ""
    if (kind[i] == "{") { key = part; gsub(/[^A-Za-z0-9_$-]+/, "?", part) }
    path = path (i > 1 ? "." : "") part
  }
  looks = look(value, is_text, key)
  if (!is_last) return
  if (wanted == "") print path " = " looks
  else if (path == wanted) { printf "%s", looks; exit }
}
${reader.trim()}
BEGIN {
  only_json = 1
  wanted = ARGV[1]
  for (at = 2; at < ARGC; at++) { is_last = at == ARGC - 1; read(ARGV[at]) }
}' "${'$'}{1-}" "${'$'}{files[@]}"
}

# show FILE SECRET... : an answer for a terminal, without secrets and control characters.
show() { LC_ALL=C awk -v longest="$longest" '
BEGIN {
  while (length(text) < 100000 && (getline line < ARGV[1]) > 0) text = text (text == "" ? "" : " ") line
  text = substr(text, 1, 100000)
  for (i = 2; i < ARGC; i++) {
    all = ""
    while (length(ARGV[i]) > 3 && (at = index(text, ARGV[i]))) {
      all = all substr(text, 1, at - 1) "***"
      text = substr(text, at + length(ARGV[i]))
    }
    text = all text
  }
  all = ""
  while (match(tolower(text), /"(cvc2?|cvv2?|pin|pinvalue|newpindata|password|token)"[ \t\r]*:[ \t\r]*("[^"]*"|[0-9]+)/)) {
    member = substr(text, RSTART, RLENGTH)
    sub(/("[^"]*"|[0-9]+)$/, "\"***\"", member)
    all = all substr(text, 1, RSTART - 1) member
    text = substr(text, RSTART + RLENGTH)
  }
  # Card numbers, also in groups; a digit inside a word or after a hyphen begins none.
  text = " " all text " "; all = ""
  while (match(text, /[^0-9A-Za-z_-][0-9]([ -]?[0-9])*[^0-9A-Za-z_-]/)) {
    number = digits = substr(text, RSTART + 1, RLENGTH - 2)
    gsub(/[^0-9]/, "", digits)
    if (length(digits) > 12) number = "…" substr(digits, length(digits) - 3)
    all = all substr(text, 1, RSTART) number
    text = substr(text, RSTART + RLENGTH - 1)
  }
  text = all text
  gsub(/[\001-\037\177]|\302[\200-\237]|\342\200[\250-\256]|\342\201[\246-\251]/, " ", text)
  gsub(/^ +| +$/, "", text)
  if (length(text) > longest) {
    all = substr(text, 1, longest)
    sub(/[\300-\377][\200-\277]*$/, "", all)
    text = all " … (" length(text) - length(all) " more bytes; FULL_ANSWERS=1 shows all)"
  }
  printf "%s", text == "" ? "(no body)" : text
}' "$@"; }

# ask NUMBER STATUS ROLE TEXT CURL-OPTIONS... : sends a request and tells what came back. The role is an API
# and what the suite saw: v2:well must go well again, since what follows stands on it.
ask() {
  local number=$1 seen=$2 role=$3 text=$4; shift 4
  if ! curl -sS --max-time 60 --globoff --path-as-is -o "$work/$number.answer" \
    -D "$work/$number.head" "$@" 2> "$work/error"
  then unanswered "$number. $text"; fi
  tell "$number" "$seen" "$role" "$text"
}
tell() {
  local number=$1 seen=$2 role=$3 text=$4 note='' status
  [ -e "$work/$number.answer" ] || : > "$work/$number.answer"
  status=$(tr -d '\r' < "$work/$number.head" | sed -n 's/^HTTP\/[0-9.]* \([0-9][0-9]*\).*$/\1/p' | tail -n 1)
  [ -n "$status" ] || unanswered "$number. $text"
  printf %s "$status" > "$work/$number.status"
  [ "$status" = "$seen" ] || note=" (the suite saw $seen)"
  printf '%s. %s  HTTP %s%s\n   %s\n' "$number" "$text" "$status" "$note" "$(answer "$number")"
  case $status in
    "$seen") ;;
    429 | 502 | 503 | 504) unable "Request $number was not served (HTTP $status)." ;;
  esac
  case $role in
    *:well) went_well "$number" "${'$'}{role%:*}" ||
      unable "Request $number, which the suite saw carried out, was refused: what follows needs it." ;;
    *:as-well) went_well "$number" "${'$'}{role%:*}" ||
      unable "Of the simultaneous requests, $number, which the suite saw carried out, was refused now." ;;
    *:as-refused) ! went_well "$number" "${'$'}{role%:*}" ||
      unable "Of the simultaneous requests, $number, which the suite saw refused, was carried out now." ;;
  esac
}
unanswered() {
  printf '%s  no answer: ' "$1" >&2
  tr -d '\000-\037\177' < "$work/error" >&2
  echo >&2
  unable 'The target could not be asked.'
}
unable() {
  printf '\nCOULD NOT ASK: %s\n' "$1" >&2
  exit "$unasked"
}
# All was asked, and the answers may mean one or the other.
cannot_tell() {
  printf '\nCANNOT TELL: %s\n' "$1" >&2
  exit "$unasked"
}

# take VARIABLE NUMBER NAME... : keeps a value of an answer for later requests.
take() {
  local variable=$1 number=$2; shift 2
  local value
  value=$(value_at "$work/$number.answer" "$@") ||
    unable "Request $number did not return $variable, which later requests need."
  printf -v "$variable" %s "${'$'}{value//[[:cntrl:]]/}"
}

# went_well NUMBER API : whether it was carried out, as its API says it.
went_well() {
  local status; status=$(cat "$work/$1.status")
  case $2 in
    v1)
      [[ $status = 2?? ]] || return 1
      case $(shape "$1" "$1" responseCode) in '' | null | '"00"') ;; *) return 1 ;; esac ;;
    gateway)
      [ "$status" = 200 ] || return 1
      case $(shape "$1" "$1" success) in true) return 0 ;; false) return 1 ;; esac
      case $(shape "$1" "$1" errorCode) in
        '' | null) [ -n "$(shape "$1" "$1" orderId)" ] ;;
        0 | '"0"') ;;
        *) return 1 ;;
      esac ;;
    subscriptions) [[ $status = [23]?? ]] ;;
    *) [[ $status = 2?? ]] ;;
  esac
}

# Signs of the deviation: each is true while it shows.
breaks() {
  local status; status=$(cat "$work/$1.status")
  case $3 in
    refused) [[ $status != 4?? ]] ;;
    moves-nothing)
      [[ $status != 4?? ]] && ! { [ "$status" = 201 ] && [ "$(shape "$1" "$1" status)" = '"declined"' ]; } ;;
    succeeds | goes-well) ! went_well "$1" "$2" ;;
    has-request-id) [ -z "$(header "$1" request-id)" ] ;;
    json-type) ! is_json_type "$1" ;;
    no-server-error) [[ $status = 5?? ]] ;;
    *) went_well "$1" "$2" ;;
  esac
}
# The suite saw an error of the server where a refusal would have done.
still_breaks() {
  breaks "$@" || return 1
  [[ $(cat "$work/$1.status") = 5?? ]] ||
    cannot_tell "Request $1 failed in the suite and is carried out now, which may be right or another deviation."
}
other_status() { [ "$(cat "$work/$1.status")" != "$2" ]; }
# other_member NUMBER PATH WANTED ; same_member NUMBER PATH STATUS LOOKS ; lacks NUMBER PATH STATUS
other_member() { [ "$(shape 1 "$1" "$2")" != "$3" ]; }
same_member() {
  can_be_read "$1" "$3"
  [ -z "${'$'}{refused[$1]-}" ] && [ "$(shape 1 "$1" "$2")" = "$4" ]
}
refused=()
lacks() {
  can_be_read "$1" "$3"
  [ -z "${'$'}{refused[$1]-}" ] || return 1
  ! shape 1 "$1" | awk -v path="$2" 'index($0, path " = ") == 1 || index($0, path ".") == 1 { found = 1 } END { exit !found }'
}
# differ NUMBER PATH STATUS OTHER PATH : two answers of this run show one thing.
differ() {
  local one other; can_be_read "$1" "$3"
  [ -z "${'$'}{refused[$1]-}${'$'}{refused[$4]-}" ] || return 1
  one=$(shape 1 "$1" "$2"); other=$(shape 1 "$4" "$5")
  [ -n "$one" ] || cannot_tell "The answer to request $1 does not show $2 now."
  [ -n "$other" ] || cannot_tell "The answer to request $4 does not show $5 now."
  [ "$one" != "$other" ]
}
# carried_out NUMBER API : of one that is refused now nobody sees what it would answer. Who may not ask, or asks for
# what is not there, learns nothing; another refusal is an answer without the deviation.
carried_out() {
  went_well "$1" "$2" && return 0
  case $2.$(cat "$work/$1.status") in
    gateway.* | *.40[1345] | *.429 | *.5??)
      cannot_tell "Request $1, which the suite saw carried out, was refused: what it would answer is not seen." ;;
  esac
  refused[$1]=1
}
# What was right in the suite hangs on what was answered before it. as_before NUMBER STATUS LOOKS
as_before() {
  local body line
  body=$'\n'$(shape 1 "$1")$'\n'
  [ "$(cat "$work/$1.status")" = "$2" ] || hangs_on "$1" "HTTP $2"
  while IFS= read -r line; do
    case $body in *$'\n'"$line"$'\n'*) ;; *) [ -z "$line" ] || hangs_on "$1" "$line" ;; esac
  done <<< "${'$'}{3-}"
}
hangs_on() {
  cannot_tell "Request $1 was answered otherwise than in the suite (which saw $2), so what was right there need not be right here."
}
# header NUMBER NAME : its value, in small letters.
header() {
  tr -d '\r' < "$work/$1.head" | LC_ALL=C tr A-Z a-z | sed -n "s/^$2: *\(.*\)\$/\1/p" | tail -n 1
}
is_json_type() {
  [ ! -s "$work/$1.answer" ] || [[ $(header "$1" content-type) =~ ^application/json\ *(;|$) ]]
}
# alike NUMBER STATUS LOOKS
alike() {
  local number=$1 type request_id=Request-id body; can_be_read "$1" "$2"
  tr -d '\r' < "$work/$number.head" | LC_ALL=C tr A-Z a-z > "$work/headers"
  type=$(sed -n 's/^content-type: *\([^; ]*\).*$/\1/p' "$work/headers" | tail -n 1)
  [ -n "$(sed -n 's/^request-id: *\(.\).*$/\1/p' "$work/headers")" ] || request_id='no Request-id'
  body=$(shape 1 "$number" | awk 'NR <= 300')
  if [ -z "$body" ]; then
    case $(show "$work/$number.answer") in '(no body)') body=nothing ;; [\[{]*) ;; *) body=text ;; esac
  fi
  body="HTTP $(cat "$work/$number.status") ${'$'}{type:-none} $request_id${'$'}{body:+
}$body"
  [ "$body" = "$3" ]
}
# Of an answer that has become an error nobody knows whether it would deviate.
can_be_read() {
  local status; status=$(cat "$work/$1.status")
  if [[ $status = 5?? ]] && [ "$status" != "$2" ]; then unable "Request $1 failed (HTTP $status)."; fi
}
any() { if "$@"; then shown=1; fi; }
all() { if ! "$@"; then shown=0; fi; }
conclude() {
  case $shown in
    1) verdict=1; echo "${'$'}{1:+The answers are those the suite got. }THE DEVIATION SHOWS." ;;
    0) verdict=0; echo "${'$'}{1:+The answers are different now. }THE DEVIATION IS GONE." ;;
  esac
  exit "$verdict"
}

# got NUMBER : the status of an answer that was judged. member NUMBER KIND NAME... : what a failure is about in it; KIND
# says whether it is told that it is not there. Then comes the answer as a whole.
got() { printf 'got       HTTP %s  (request %s)\n' "$(cat "$work/$1.status")" "$1"; }
member() {
  local number=$1 kind=$2 value looks path; shift 2
  path=$(IFS=.; printf %s "$*")
  looks=$(shape 1 "$number" "$path")
  case $looks in
    true | false | null) value=$looks ;;
    '') [ "$kind" = lacking ] || return 0
      value='(not there)' ;;
    *) value=$(value_at "$work/$number.answer" "$@") || return 0
      case $looks in number* | [0-9]* | -[0-9]*) ;; *) value="\"$value\"" ;; esac ;;
  esac
  printf '"%s":%s' "${'$'}{!#}" "$value" > "$work/member"
  printf '          %s\n' "$(show "$work/member" "${'$'}{secrets[@]+"${'$'}{secrets[@]}"}")"
}

answer() { show "$work/$1.answer" "${'$'}{secrets[@]+"${'$'}{secrets[@]}"}"; }

# A value inside a JSON string, and inside an address or a form.
json() {
  local text=$1 bs='\' q='"'
  text=${'$'}{text//"$bs"/"$bs$bs"}
  text=${'$'}{text//"$q"/"$bs$q"}
  text=${'$'}{text//$'\n'/"$bs"n}
  printf %s "$text" | tr -d '\000-\037'
}
uri() {
  local LC_ALL=C text=$1 character index
  for ((index = 0; index < ${'$'}{#text}; index++)); do
    character=${'$'}{text:index:1}
    case $character in
      [a-zA-Z0-9._~-]) printf %s "$character" ;;
      *) printf '%%%02X' $((($(printf %d "'$character") + 256) % 256)) ;;
    esac
  done
}

digits() {
  local text=$((RANDOM % 9 + 1))
  while [ "${'$'}{#text}" -lt "$1" ]; do text=$text$((RANDOM % 10)); done
  printf %s "$text"
}
letters() {
  local all=abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789 text=
  while [ "${'$'}{#text}" -lt "$1" ]; do text=$text${'$'}{all:RANDOM % ${'$'}{#all}:1}; done
  printf %s "$text"
}
# card_number PREFIX LENGTH OFF : belongs to no card; OFF is added to its check digit.
card_number() {
  local text=$1 sum=0 index digit
  while [ "${'$'}{#text}" -lt $(($2 - 1)) ]; do text=$text$((RANDOM % 10)); done
  for ((index = ${'$'}{#text} - 1; index >= 0; index -= 2)); do
    digit=$((2 * ${'$'}{text:index:1})); sum=$((sum + (digit > 9 ? digit - 9 : digit)))
    if [ "$index" -gt 0 ]; then sum=$((sum + ${'$'}{text:index - 1:1})); fi
  done
  printf %s%s "$text" $(((10 - sum % 10 + $3) % 10))
}
`;

/** Requests that overlap: one curl sends all of them, as programs that start one by one hardly would. */
const bursts = String.raw`
burst=() told=()
# ask_soon NUMBER STATUS ROLE TEXT CURL-OPTIONS... ; ask_now : sends all that are waiting.
ask_soon() {
  local number=$1 seen=$2 role=$3 text=$4; shift 4
  [ "${'$'}{#burst[@]}" = 0 ] || burst+=(--next)
  burst+=(-sS --max-time 60 --globoff --path-as-is -o "$work/$number.answer" -D "$work/$number.head" "$@")
  told+=("$number" "$seen" "$role" "$text")
}
ask_now() {
  curl -Z --parallel-immediate "${'$'}{burst[@]}" 2> "$work/error" || unanswered 'requests at the same time'
  local index
  for ((index = 0; index < ${'$'}{#told[@]}; index += 4)); do
    tell "${'$'}{told[@]:index:4}"
  done
  burst=() told=()
}
`;

/** Document 3, part 5, rule 3, with openssl. */
const signing = String.raw`
# hash_of FILE ; signature_of FILE FORM KEY : what X-Hash and X-Signature hold for a body.
hash_of() { openssl dgst -sha256 -binary "$1" | openssl base64 -A; }
signature_of() {
  case "$2" in
    bytes) openssl dgst -sha256 -binary "$1" > "$1.hash" ;;
    text) hash_of "$1" > "$1.hash" ;;
    # The hash that is signed is made of the body on the way.
    *) cp "$1" "$1.hash" ;;
  esac
  openssl dgst -sha256 -sign "$3" "$1.hash" | openssl base64 -A
}
# changed SIGNATURE INDEX BY : the same signature with one byte changed.
changed() {
  printf %s "$1" | openssl base64 -d -A > "$work/signature"
  local byte; byte=$(od -An -tu1 -j "$2" -N 1 "$work/signature")
  printf "\\$(printf %03o $((byte ^ $3)))" |
    dd of="$work/signature" bs=1 seek="$2" conv=notrunc 2>/dev/null
  openssl base64 -A -in "$work/signature"
}
# A key of somebody else.
other_key() {
  [ -e "$work/other.pem" ] || openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$work/other.pem" 2>/dev/null
  printf %s "$work/other.pem"
}
`;

/** Moments as far from the start as they were. */
export const elapsed = String.raw`
# milliseconds MOMENT ; moment_of MILLISECONDS : since the first of March of the year 0, from where months add up.
milliseconds() {
  local y=$((10#${'$'}{1:0:4})) m=$((10#${'$'}{1:5:2})) fraction=${'$'}{1:19}
  fraction=${'$'}{fraction//[^0-9]/}000
  if [ "$m" -lt 3 ]; then y=$((y - 1)) m=$((m + 12)); fi
  local days=$((365 * y + y / 4 - y / 100 + y / 400 + (153 * m - 457) / 5 + 10#${'$'}{1:8:2} - 1))
  local seconds=$(((days * 24 + 10#${'$'}{1:11:2}) * 3600 + 10#${'$'}{1:14:2} * 60 + 10#${'$'}{1:17:2}))
  printf %s "$((seconds * 1000 + 10#${'$'}{fraction:0:3}))"
}
moment_of() {
  local days=$(($1 / 86400000)) rest=$(($1 % 86400000)) era day year month
  era=$((days / 146097)) day=$((days % 146097))
  year=$(((day - day / 1460 + day / 36524 - day / 146096) / 365))
  day=$((day - (365 * year + year / 4 - year / 100)))
  month=$(((5 * day + 2) / 153))
  day=$((day - (153 * month + 2) / 5 + 1)) year=$((year + 400 * era + (month > 9))) month=$((month > 9 ? month - 9 : month + 3))
  printf '%04d-%02d-%02dT%02d:%02d:%02d.%03dZ' "$year" "$month" "$day" \
    $((rest / 3600000)) $((rest / 60000 % 60)) $((rest / 1000 % 60)) $((rest % 1000))
}
later() { moment_of $(($(milliseconds "$1") + $(milliseconds "$3") - $(milliseconds "$2"))); }
# carry_moment MOMENT ; carry_day DAY : from the time of the suite to that of the target.
carry_moment() {
  if [ "$carry" = calendar ]; then in_later_year "$1" "$years"; else later "$1" "$start" "$now"; fi
}
carry_day() {
  local day
  if [ "$carry" = calendar ]; then in_later_year "$1" "$years"; return; fi
  # Months of cards are written without a dash.
  if [[ $1 =~ ^[0-9]{6}$ ]]; then
    day=$((12 * (10#${'$'}{1:0:4} + 10#${'$'}{now:0:4} - 10#${'$'}{start:0:4}) + 10#${'$'}{1:4:2} - 1 + 10#${'$'}{now:5:2} - 10#${'$'}{start:5:2}))
    printf '%04d%02d' $((day / 12)) $((day % 12 + 1))
    return
  fi
  # A time of the day that is no end of it is a moment.
  if [[ $1 =~ ^.{10}T[0-9:.]+Z$ ]] && [[ $1 != *T00:00:00* ]] && [[ $1 != *T23:59:59* ]]; then
    day=$(later "$1" "$start" "$now")
    case $1 in *.*) ;; *) day=${'$'}{day%.*}Z ;; esac
    printf %s "$day"
    return
  fi
  day=$(later "${'$'}{1:0:10}T12:00:00.000Z" "${'$'}{start:0:10}T00:00:00.000Z" "${'$'}{now:0:10}T00:00:00.000Z")
  printf %s "${'$'}{day:0:10}${'$'}{1:10}"
}
`;

/** Moments in the calendar of another year: the nearest with the same weekdays in which they lie ahead. */
const calendar = String.raw`
january_first() { local y=$(($1 - 1)); echo $(((y * 365 + y / 4 - y / 100 + y / 400) % 7)); }
is_leap() { echo $((($1 % 4 == 0 && $1 % 100 != 0) || $1 % 400 == 0)); }
is_alike() { [ "$(january_first "$1")" = "$(january_first "$2")" ] && [ "$(is_leap "$1")" = "$(is_leap "$2")" ]; }
in_later_year() { printf %s "$((10#${'$'}{1:0:4} + $2))${'$'}{1:4}"; }
# years_until FIRST : so many years are added, so that FIRST is after now.
years_until() {
  local years=0 year=${'$'}{start:0:4}
  while [ "$years" -lt 400 ]; do
    if is_alike "$year" $((year + years)) && is_alike $((year + 1)) $((year + 1 + years)) &&
      [[ "$(in_later_year "$1" "$years")" > "$now" ]]; then break; fi
    years=$((years + 1))
  done
  printf %s "$years"
}
`;

/** `common.sh`, which lies beside the scripts. */
export const common = [
  `# The common part of the scripts beside it. They need bash, curl and awk.`,
  beginning.trimEnd(),
  answers.trim(),
  bursts.trim(),
  signing.trim(),
  elapsed.trim(),
  calendar.trim(),
  '',
].join('\n\n');
