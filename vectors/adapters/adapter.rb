# Adapter for Ruby 3 with its openssl: a signer and verifier. Put your own client's methods in place of those below.
#   tsi vectors check --exec "ruby vectors/adapters/adapter.rb"
require 'base64'
require 'digest'
require 'json'
require 'openssl'

def base64url(bytes) = Base64.urlsafe_encode64(bytes, padding: false)
def unhex(text) = [text].pack('H*')
def body_hash(body) = base64url(Digest::SHA256.digest(unhex(body)))
def sign(key, message) = base64url(OpenSSL::PKey.read(key['privatePem']).sign(nil, message))

def sign_request(given, key)
  payload = JSON.generate(
    api_key: given['apiKey'], idempotency_key: given['idempotencyKey'], timestamp: given['timestampMs'],
    sign_version: 1, method: given['method'], path: given['path'], body_hash: body_hash(given['body'])
  )
  { headers: {
    'SVC-API-KEY' => given['apiKey'], 'SVC-IDEMPOTENCY-KEY' => given['idempotencyKey'],
    'SVC-TIMESTAMP' => given['timestampMs'].to_s, 'SVC-SIGN-VERSION' => '1',
    'SVC-DATA' => base64url(payload), 'SVC-SIGN' => sign(key, payload)
  } }
end

def verify_signature(given)
  return { valid: false } unless given['publicKey'].length == 64

  # SubjectPublicKeyInfo of Ed25519 is this prefix and the key.
  key = OpenSSL::PKey.read(unhex("302a300506032b6570032100#{given['publicKey']}"))
  { valid: key.verify(nil, unhex(given['signature']), unhex(given['message'])) }
rescue OpenSSL::PKey::PKeyError
  { valid: false }
end

OPERATIONS = {
  'sign-request' => ->(given, key) { sign_request(given, key) },
  'sign-payload' => ->(given, key) { { signature: sign(key, unhex(given['payload'])) } },
  'hash-body' => ->(given, _key) { { bodyHash: body_hash(given['body']) } },
  'verify-signature' => ->(given, _key) { verify_signature(given) }
}.freeze

$stdout.sync = true
$stdin.each_line do |line|
  question = JSON.parse(line)
  case question['cmd']
  when 'stop' then break
  when 'start'
    puts JSON.generate(implementation: 'openssl', language: 'Ruby', capabilities: OPERATIONS.keys)
  else
    result = OPERATIONS[question['operation']].call(question['input'], question['key'])
    puts JSON.generate(seq: question['seq'], result: result)
  end
end
