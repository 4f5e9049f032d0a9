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
 * What every script begins with. Answers are read by awk, which every POSIX system has; nothing of an
 * answer ever becomes a part of a command.
 */
export const prelude = String.raw`set -euo pipefail
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v awk >/dev/null || { echo 'This script needs awk to read answers, and found none.' >&2; exit 2; }

# value_at FILE NAME... : the text or number at this place of the JSON in FILE.
value_at() { LC_ALL=C awk '
function found(value, i) {
  if (depth != ARGC - 2) return
  for (i = 1; i <= depth; i++) if (name[i] "" != ARGV[i + 1] "") return
  result = value; is_found = 1
}
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
BEGIN {
  while ((getline line < ARGV[1]) > 0) text = text line " "
  count = split(text, parts, "\"")
  for (i = 1; i <= count; i++) {
    # What stands between strings.
    size = length(parts[i])
    for (k = 1; k <= size; k++) {
      letter = substr(parts[i], k, 1)
      if (letter ~ /[-+.0-9A-Za-z]/) { word = word letter; continue }
      if (word ~ /[0-9]/) found(word)
      word = ""
      if (letter == "{" || letter == "[") { kind[++depth] = letter; name[depth] = 0 }
      else if (letter == "}" || letter == "]") depth--
      else if (letter == "," && kind[depth] == "[") name[depth]++
    }
    if (i == count) break
    string = parts[++i]
    while (match(string, /\\+$/) && RLENGTH % 2 && i < count) string = string "\"" parts[++i]
    if (parts[i + 1] ~ /^[ \t\r]*:/) name[depth] = unescaped(string)
    else found(unescaped(string))
  }
  if (!is_found) exit 1
  printf "%s", result
}' "$@"; }

# show FILE SECRET... : an answer for a terminal, without secrets and control characters.
show() { LC_ALL=C awk '
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
  printf "%s", text == "" ? "(no body)" : substr(text, 1, 4000)
}' "$@"; }

# ask NUMBER STATUS TEXT CURL-OPTIONS... : sends a request and tells what came back.
ask() {
  local number=$1 seen=$2 text=$3; shift 3
  if ! curl -sS --max-time 60 --globoff --path-as-is -o "$work/$number.answer" \
    -D "$work/$number.head" "$@" 2> "$work/error"
  then unanswered "$number. $text"; fi
  tell "$number" "$seen" "$text"
}
tell() {
  local number=$1 seen=$2 text=$3 note='' status
  [ -e "$work/$number.answer" ] || : > "$work/$number.answer"
  status=$(tr -d '\r' < "$work/$number.head" | sed -n 's/^HTTP\/[0-9.]* \([0-9][0-9]*\).*$/\1/p' | tail -n 1)
  [ -n "$status" ] || unanswered "$number. $text"
  printf %s "$status" > "$work/$number.status"
  [ "$status" = "$seen" ] || note=" (the suite saw $seen)"
  printf '%s. %s  HTTP %s%s\n' "$number" "$text" "$status" "$note"
}
unanswered() {
  printf '%s  no answer: ' "$1" >&2
  tr -d '\000-\037\177' < "$work/error" >&2
  echo >&2
  exit 3
}

# take VARIABLE NUMBER NAME... : keeps a value of an answer for later requests.
take() {
  local variable=$1 number=$2; shift 2
  local value
  if ! value=$(value_at "$work/$number.answer" "$@"); then
    printf 'Request %s did not answer %s, which later requests need; its answer was: HTTP %s  ' \
      "$number" "$variable" "$(cat "$work/$number.status")" >&2
    answer "$number" >&2
    echo >&2
    exit 4
  fi
  printf -v "$variable" %s "${'$'}{value//[[:cntrl:]]/}"
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
export const bursts = String.raw`
burst=() told=()
# ask_soon NUMBER STATUS TEXT CURL-OPTIONS... ; ask_now : sends all that are waiting.
ask_soon() {
  local number=$1 seen=$2 text=$3; shift 3
  [ "${'$'}{#burst[@]}" = 0 ] || burst+=(--next)
  burst+=(-sS --max-time 60 --globoff --path-as-is -o "$work/$number.answer" -D "$work/$number.head" "$@")
  told+=("$number" "$seen" "$text")
}
ask_now() {
  curl -Z --parallel-immediate "${'$'}{burst[@]}" 2> "$work/error" || unanswered 'requests at the same time'
  local index
  for ((index = 0; index < ${'$'}{#told[@]}; index += 3)); do
    tell "${'$'}{told[@]:index:3}"
  done
  burst=() told=()
}
`;

/** Document 3, part 5, rule 3, with openssl. */
export const signing = String.raw`
# hash_of FILE ; signature_of FILE FORM KEY : what X-Hash and X-Signature hold for a body.
hash_of() { openssl dgst -sha256 -binary "$1" | openssl base64 -A; }
signature_of() {
  if [ "$2" = bytes ]; then openssl dgst -sha256 -binary "$1" > "$1.hash"; else hash_of "$1" > "$1.hash"; fi
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
carry_moment() { later "$1" "$start" "$now"; }
carry_day() {
  local day
  day=$(later "${'$'}{1:0:10}T12:00:00.000Z" "${'$'}{start:0:10}T00:00:00.000Z" "${'$'}{now:0:10}T00:00:00.000Z")
  printf %s "${'$'}{day:0:10}${'$'}{1:10}"
}
`;

/** Moments in the calendar of another year: the nearest with the same weekdays in which they lie ahead. */
export const calendar = String.raw`
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
carry_moment() { in_later_year "$1" "$years"; }
carry_day() { in_later_year "$1" "$years"; }
`;
