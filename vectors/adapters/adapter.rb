# Adapter for Ruby 3 with its openssl: a signer and verifier, and the client in `clients/client.rb`. Put your own in their place.
#   tsi vectors check --exec "ruby vectors/adapters/adapter.rb"
#   tsi client run --exec "ruby vectors/adapters/adapter.rb"
require 'base64'
require 'digest'
require 'json'
require 'openssl'
require_relative 'clients/client'

def base64url(bytes) = Base64.urlsafe_encode64(bytes, padding: false)
def unhex(text) = [text].pack('H*')
def body_hash(body) = base64url(Digest::SHA256.digest(body))
def sign(key, message) = base64url(OpenSSL::PKey.read(key['privatePem']).sign(nil, message))

def signed_headers(given, body, private_pem)
  payload = JSON.generate(api_key: given['apiKey'], idempotency_key: given['idempotencyKey'], timestamp: given['timestampMs'],
                          sign_version: 1, method: given['method'], path: given['path'], body_hash: body_hash(body))
  { 'SVC-API-KEY' => given['apiKey'], 'SVC-IDEMPOTENCY-KEY' => given['idempotencyKey'],
    'SVC-TIMESTAMP' => given['timestampMs'].to_s, 'SVC-SIGN-VERSION' => '1',
    'SVC-DATA' => base64url(payload), 'SVC-SIGN' => sign({ 'privatePem' => private_pem }, payload) }
end

def verify_signature(given)
  return { valid: false } unless given['publicKey'].length == 64
  # SubjectPublicKeyInfo of Ed25519 is this prefix and the key.
  key = OpenSSL::PKey.read(unhex("302a300506032b6570032100#{given['publicKey']}"))
  { valid: key.verify(nil, unhex(given['signature']), unhex(given['message'])) }
rescue OpenSSL::PKey::PKeyError
  { valid: false }
end

ORDER = %w[type side instrument volume price stop_loss_price take_profit_price position_id].freeze
CLIENTS = {}

def begin_client(given)
  client = Client.new(given) do |method, path, body, key|
    request = { 'apiKey' => given['apiKey'], 'idempotencyKey' => key, 'timestampMs' => (Time.now.to_r * 1000).to_i,
                'method' => method, 'path' => path }
    signed_headers(request, body, given['privatePem'])
  end
  CLIENTS[given['account']] = CLIENTS[nil] = client
  client.ready? ? {} : { degraded: 'polling' }
end

def end_clients(given)
  (given['account'] ? [given['account']] : CLIENTS.keys).each { |account| CLIENTS.delete(account)&.close }
  {}
end

SIGNING = {
  'sign-request' => ->(given, key) { { headers: signed_headers(given, unhex(given['body']), key['privatePem']) } },
  'sign-payload' => ->(given, key) { { signature: sign(key, unhex(given['payload'])) } },
  'hash-body' => ->(given, _key) { { bodyHash: body_hash(unhex(given['body'])) } },
  'verify-signature' => ->(given, _key) { verify_signature(given) }
}.freeze
INTENTS = {
  'place' => ->(client, given) { client.trade(given, 'orders', ORDER) },
  'open' => ->(client, given) { client.trade(given, 'positions', ORDER) },
  'close' => ->(client, given) { client.trade(given, "positions/#{client.entity(given, 'position')}/close", %w[volume]) },
  'cancel' => ->(client, given) { client.trade(given, "orders/#{client.entity(given, 'order')}/cancel", []) },
  'outcome' => ->(client, given) { client.outcome(given['intent']) },
  'view' => ->(client, _given) { client.view },
  'subscribe' => ->(client, given) { client.subscription('subscribe', given['event'], given['instruments']) },
  'unsubscribe' => ->(client, given) { client.subscription('unsubscribe', given['event'], given['instruments']) },
  'read' => ->(client, given) { client.read(given) },
  'history' => ->(client, given) { client.history(given) }
}.freeze
CLAIMS = { streams: %w[transactions account_state instruments hmr], retries: true, reconnects: true, polls: true, concurrent: true,
           accounts: 2, patienceMs: 2000, requestTimeoutMs: 1000, reconnectWithinMs: 3000 }.freeze

def answer(question)
  name, given = question.values_at('operation', 'input')
  return { result: SIGNING[name].call(given, question['key']) } if SIGNING.key?(name)
  return { result: name == 'begin' ? begin_client(given) : end_clients(given) } if %w[begin end].include?(name)
  return { result: INTENTS[name].call(CLIENTS.fetch(given['account']), given) } if INTENTS.key?(name)

  { skipped: { message: 'it does not have this operation' } }
rescue StandardError => e
  { errored: { context: e.message } }
end

WRITING = Mutex.new
def say(answer) = WRITING.synchronize { puts JSON.generate(answer) }

$stdout.sync = true
$stdin.each_line do |line|
  question = JSON.parse(line)
  break if question['cmd'] == 'stop'

  if question['cmd'] == 'start'
    say(implementation: 'openssl', language: 'Ruby', capabilities: [*SIGNING.keys, *INTENTS.keys, 'begin', 'end'], claims: CLAIMS)
  else
    Thread.new { say({ seq: question['seq'], **answer(question) }) }
  end
end
