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
 * What every script begins with. Answers are read by node or python3, whichever is there; nothing of
 * an answer ever becomes a part of a command.
 */
export const prelude = String.raw`set -euo pipefail
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if command -v node >/dev/null 2>&1 && node -e 0 2>/dev/null; then reader=node
elif command -v python3 >/dev/null 2>&1 && python3 -c 0 2>/dev/null; then reader=python3
else echo 'This script needs node or python3 to read answers, and found neither.' >&2; exit 2
fi

# read_json FILE NAME... : the value at this place of the answer in FILE.
cat > "$work/read.js" <<'CODE'
const [file, ...names] = process.argv.slice(2);
let value = JSON.parse(require('fs').readFileSync(file, 'utf8'));
for (const name of names) value = Object(value)[name];
if (typeof value !== 'string' && typeof value !== 'number') process.exit(1);
process.stdout.write(String(value));
CODE
cat > "$work/read.py" <<'CODE'
import json, sys
value = json.load(open(sys.argv[1], encoding='utf-8'))
for name in sys.argv[2:]:
    value = value[int(name)] if isinstance(value, list) else value[name]
if isinstance(value, bool) or not isinstance(value, (str, int, float)): sys.exit(1)
sys.stdout.buffer.write(str(value).encode('utf-8', 'replace'))
CODE
# later MOMENT START NOW : MOMENT as far from NOW as it was from START.
cat > "$work/later.js" <<'CODE'
const [moment, start, now] = process.argv.slice(2).map((text) => Date.parse(text));
process.stdout.write(new Date(moment + now - start).toISOString());
CODE
cat > "$work/later.py" <<'CODE'
import datetime, sys
read = lambda text: datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))
moment, start, now = [read(text) for text in sys.argv[1:]]
print((moment + (now - start)).isoformat(timespec='milliseconds').replace('+00:00', 'Z'), end='')
CODE
# show FILE SECRET... : an answer for a terminal, without secrets and control characters.
cat > "$work/show.js" <<'CODE'
const [file, ...secrets] = process.argv.slice(2);
let text = require('fs').readFileSync(file, 'utf8').slice(0, 100000);
for (const secret of secrets) if (secret.length > 3) text = text.split(secret).join('***');
text = text.replace(/("(?:cvc2?|cvv2?|pin|pinValue|newPinData|password|token)"\s*:\s*)("[^"]*"|\d+)/gi, '$1"***"');
text = text.replace(/(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g, (found) => '…' + found.slice(-4));
text = text.replace(/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, ' ');
process.stdout.write((text || '(no body)').slice(0, 4000));
CODE
cat > "$work/show.py" <<'CODE'
import re, sys
text = open(sys.argv[1], encoding='utf-8', errors='replace').read(100000)
for secret in sys.argv[2:]:
    if len(secret) > 3: text = text.replace(secret, '***')
text = re.sub(r'("(?:cvc2?|cvv2?|pin|pinValue|newPinData|password|token)"\s*:\s*)("[^"]*"|\d+)', r'\1"***"', text, flags=re.I)
text = re.sub(r'(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])', lambda found: '…' + found.group()[-4:], text)
text = re.sub(r'[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]', ' ', text)
sys.stdout.buffer.write((text or '(no body)')[:4000].encode('utf-8', 'replace'))
CODE
run() {
  local program=$1; shift
  if [ "$reader" = node ]; then node "$work/$program.js" "$@"; else python3 "$work/$program.py" "$@"; fi
}

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
  if ! value=$(run read "$work/$number.answer" "$@" 2>/dev/null); then
    printf 'Request %s did not answer %s, which later requests need; its answer was: HTTP %s  ' \
      "$number" "$variable" "$(cat "$work/$number.status")" >&2
    answer "$number" >&2
    echo >&2
    exit 4
  fi
  printf -v "$variable" %s "${'$'}{value//[[:cntrl:]]/}"
}

answer() { run show "$work/$1.answer" "${'$'}{secrets[@]+"${'$'}{secrets[@]}"}"; }

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
carry_moment() { run later "$1" "$start" "$now"; }
carry_day() {
  local day
  day=$(run later "${'$'}{1:0:10}T12:00:00.000Z" "${'$'}{start:0:10}T00:00:00.000Z" "${'$'}{now:0:10}T00:00:00.000Z")
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
