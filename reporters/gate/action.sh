#!/usr/bin/env bash
# What action.yml runs. Its inputs come as variables: OPTION_… for the options of a run, the settings under their
# own names. It ends with the status of the command, but for a part of a run: that is judged with all others.
set -uo pipefail
suite="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
command="${COMMAND:-certify}"
output="${OPTION_OUTPUT:-reports}"
words=()

valued() { # an option, and the variable that holds its value
  if [ -n "${!2-}" ]; then words+=("$1=${!2}"); fi
}

# Keys that come as text become files which nobody else can read.
key() { # the variable with the text, the variable that names a file
  if [ -z "${!1-}" ]; then return; fi
  local file="${RUNNER_TEMP:?}/$1.pem"
  (umask 077 && printf '%s\n' "${!1}" >"$file")
  export "$2=$file"
  unset "$1"
}

key GATEWAY_SIGNING_KEY GATEWAY_SIGNING_KEY_FILE
key CERTIFICATE_KEY CERTIFICATE_KEY_FILE

# An input that was not given comes as an empty variable, which a run takes for one that is missing.
addressed=
for name in BASE_URL V1_BASE_URL V2_BASE_URL GATEWAY_BASE_URL SUBSCRIPTIONS_BASE_URL; do
  if [ -z "${!name-}" ]; then unset "$name"; else addressed=yes; fi
done
# A file with settings may lie in the folder as well.
if [ -f .env ] && grep -Eq '^[[:space:]]*(export[[:space:]]+)?((V1|V2|GATEWAY|SUBSCRIPTIONS)_)?BASE_URL[[:space:]]*[=:][[:space:]]*[^[:space:]#]' .env; then
  addressed=yes
fi
# What is meant for a target and tests the sandbox would be green whatever the target does.
if [ -z "$addressed" ] && [ "${SANDBOX-}" != true ] && { [ "$command" = certify ] || [ "$command" = doctor ]; }; then
  echo "::error::No address of a target arrived: the input base-url (or v1-base-url, v2-base-url, gateway-base-url, subscriptions-base-url) is empty, as a secret or variable that is missing is. Set it, or sandbox: true to certify the embedded sandbox."
  echo "exit-status=2" >>"${GITHUB_OUTPUT:-/dev/null}"
  exit 2
fi

case "$command" in
  certify)
    if [ -n "${OPTION_SHARD-}" ]; then OPTION_SEED="${OPTION_SEED:-$GITHUB_RUN_NUMBER}"; fi
    valued --profile OPTION_PROFILE
    valued --only OPTION_ONLY
    valued --seed OPTION_SEED
    valued --shard OPTION_SHARD
    valued --waivers OPTION_WAIVERS
    valued --fail-on OPTION_FAIL_ON
    valued --valid-days OPTION_VALID_DAYS
    if [ "${OPTION_BAIL-}" = true ]; then words+=(--bail); fi
    if [ "${OPTION_FAILED-}" = true ]; then words+=(--failed); fi
    if [ "${OPTION_ALLOW_INCONSISTENT-}" = true ]; then words+=(--allow-inconsistent); fi
    ;;
  merge)
    # Unquoted, so that a pattern becomes the folders that it matches.
    # shellcheck disable=SC2206
    words+=(${PARTS-})
    ;;
  doctor) ;;
  *)
    echo "error: command must be certify, doctor or merge" >&2
    exit 2
    ;;
esac
if [ "$command" != merge ]; then valued --api OPTION_API; fi
if [ "$command" != doctor ]; then
  valued --compare OPTION_COMPARE
  if [ "${OPTION_ALLURE-}" = false ]; then words+=(--no-allure); fi
  words+=("--output=$output")
fi

status=0
"$suite/node_modules/.bin/node" "$suite/reporters/command.ts" "$command" ${words[@]+"${words[@]}"} || status=$?

# Where the folder holds a fuller run, a lesser one has a place of its own.
written="$output"
if [ "$output/partial/conformance.json" -nt "$output/conformance.json" ]; then written="$output/partial"; fi

{
  echo "exit-status=$status"
  if [ "$command" != doctor ] && [ "$status" != 2 ] && [ -f "$written/conformance.json" ]; then
    echo "verdict=$(sed -n 's/^  "verdict": "\([a-z-]*\)",*$/\1/p' "$written/conformance.json")"
    echo "output=$output"
    echo "conformance=$written/conformance.json"
    echo "junit=$written/junit.xml"
    echo "certificate=$written/certificate.html"
    if [ -f "$written/badge.svg" ]; then echo "badge=$written/badge.svg"; fi
  fi
} >>"${GITHUB_OUTPUT:-/dev/null}"

if [ -n "${OPTION_SHARD-}" ] && { [ "$status" = 1 ] || [ "$status" = 3 ]; }; then exit 0; fi
exit "$status"
