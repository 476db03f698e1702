#!/bin/sh
# Adapter for the openssl command line (3.0 and later), one start per question: a signer and verifier in shell.
#   tsi vectors check --one-shot --exec "sh vectors/adapters/openssl.sh"
# Content arrives in the file TSI_INPUT, keys in files too; members of the question in variables; a verdict leaves as exit status.
set -eu

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
hash_of() { openssl dgst -sha256 -binary "$1" | base64url; }
sign() { openssl pkeyutl -sign -rawin -inkey "$TSI_KEY" -in "$1" | base64url; }
json() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }

# openssl reads no empty file with -rawin; status 77 says that a question is skipped.
skip_empty() { [ -s "$TSI_INPUT" ] || { echo 'openssl takes no empty message' >&2; exit 77; }; }

case "$TSI_OPERATION" in
  start)
    echo '{"implementation":"openssl","language":"sh","capabilities":["sign-payload","sign-request","hash-body","verify-signature"]}'
    ;;
  sign-payload)
    skip_empty
    sign "$TSI_INPUT"
    ;;
  hash-body)
    hash_of "$TSI_INPUT"
    ;;
  sign-request)
    payload="$TSI_INPUT.payload"
    printf '{"api_key":"%s","idempotency_key":"%s","timestamp":%s,"sign_version":1,"method":"%s","path":"%s","body_hash":"%s"}' \
      "$(json "$TSI_API_KEY")" "$(json "$TSI_IDEMPOTENCY_KEY")" "$TSI_TIMESTAMP_MS" "$TSI_METHOD" "$(json "$TSI_PATH")" \
      "$(hash_of "$TSI_INPUT")" > "$payload"
    printf 'SVC-API-KEY: %s\n' "$TSI_API_KEY"
    printf 'SVC-IDEMPOTENCY-KEY: %s\n' "$TSI_IDEMPOTENCY_KEY"
    printf 'SVC-TIMESTAMP: %s\n' "$TSI_TIMESTAMP_MS"
    printf 'SVC-SIGN-VERSION: 1\n'
    printf 'SVC-DATA: %s\n' "$(base64url < "$payload")"
    printf 'SVC-SIGN: %s\n' "$(sign "$payload")"
    ;;
  verify-signature)
    skip_empty
    openssl pkeyutl -verify -rawin -pubin -inkey "$TSI_PUBLIC_KEY_FILE" -sigfile "$TSI_SIGNATURE_FILE" -in "$TSI_INPUT" > /dev/null 2>&1 || exit 1
    ;;
  *)
    echo "unknown operation $TSI_OPERATION" >&2
    exit 126
    ;;
esac
