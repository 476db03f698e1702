# Adapter for Ruby 3 with its openssl: a signer and verifier, and a client without streams. Put your own in place of those below.
#   tsi vectors check --exec "ruby vectors/adapters/adapter.rb"
#   tsi client run --exec "ruby vectors/adapters/adapter.rb"
require 'base64'
require 'digest'
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'

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

# Reads the status of operations and the snapshot; has no streams.
class Client
  FINAL = %w[success rejected failed].freeze

  def initialize(given)
    @given, @intents, @uri = given, {}, URI(given['baseUrl'])
    @trading = "/v1/trading/accounts/#{given['account']}"
  end

  def send(method, path, body = '', key = '')
    request = { 'apiKey' => @given['apiKey'], 'idempotencyKey' => key, 'timestampMs' => (Time.now.to_r * 1000).to_i,
                'method' => method, 'path' => path }
    headers = signed_headers(request, body, @given['privatePem']).merge(body.empty? ? {} : { 'Content-Type' => 'application/json' })
    http = Net::HTTP.new(@uri.host, @uri.port)
    http.use_ssl = @uri.scheme == 'https'
    http.read_timeout, http.max_retries = 1, 0
    answer = http.send_request(method, path, body.empty? ? nil : body, headers)
    [answer.code.to_i, JSON.parse(answer.body.to_s.empty? ? '{}' : answer.body)]
  rescue SystemCallError, IOError, Timeout::Error, Net::HTTPBadResponse, JSON::ParserError
    [nil, {}]
  end

  def trade(given, path, names)
    mine = @intents[given['intent']] = { state: 'pending', key: SecureRandom.uuid }
    5.times do |attempt|
      status, answer = send('POST', "#{@trading}/#{path}", JSON.generate(given.slice(*names)), mine[:key])
      break mine[:operationId] = answer['operation_id'] if [200, 202].include?(status) && answer['operation_id']

      # The refusal of a repeat proves nothing of the call before it; without an answer nothing is known yet.
      mine.update(attempt.zero? && status && status != 500 ? { state: 'refused', code: answer.dig('error', 'code') || status } : { state: 'unknown' })
      [nil, 500].include?(status) ? sleep(0.05 * 2**attempt) : break
    end
    mine[:state] = 'pending' if mine[:operationId]
    66.times { outcome(given['intent'])[:state] == 'pending' ? sleep(0.03) : break }
    outcome(given['intent'])
  end

  def outcome(intent)
    mine = @intents[intent]
    _, answer = mine[:state] == 'pending' ? send('GET', "#{@trading}/operations/#{mine[:operationId]}") : [nil, {}]
    mine.update(state: answer['status'], code: answer['error_code']) if FINAL.include?(answer['status'])
    mine.slice(:state, :code, :operationId)
  end

  # What is named, what the call of an intent left behind, or the first.
  def entity(given, kind)
    held, key = send('GET', "#{@trading}/snapshot")[1]["#{kind}s"], @intents.dig(given['of'], :key)
    given["#{kind}_id"] || (held.find { |one| key && one['client_request_id'] == key } || held.first)["#{kind}_id"]
  end

  def view
    status, answer = send('GET', "#{@trading}/snapshot")
    listed = %w[order position].to_h { |kind| ["#{kind}s", (answer["#{kind}s"] || []).map { |one| one.merge('id' => one["#{kind}_id"]) }] }
    { current: status == 200, account: answer['account_state'], **listed.transform_keys(&:to_sym) }
  end
end

ORDER = %w[type side instrument volume price stop_loss_price take_profit_price position_id].freeze
clients = {}
OPERATIONS = {
  'sign-request' => ->(given, key) { { headers: signed_headers(given, unhex(given['body']), key['privatePem']) } },
  'sign-payload' => ->(given, key) { { signature: sign(key, unhex(given['payload'])) } },
  'hash-body' => ->(given, _key) { { bodyHash: body_hash(unhex(given['body'])) } },
  'verify-signature' => ->(given, _key) { verify_signature(given) },
  'begin' => ->(given, _key) { (clients[given['account']] = clients[nil] = Client.new(given)) && (given['subscribe'].empty? ? {} : { degraded: 'polling' }) },
  'place' => ->(given, _key) { clients[given['account']].trade(given, 'orders', ORDER) },
  'open' => ->(given, _key) { clients[given['account']].trade(given, 'positions', ORDER) },
  'close' => ->(given, _key) { clients[given['account']].then { |one| one.trade(given, "positions/#{one.entity(given, 'position')}/close", %w[volume]) } },
  'cancel' => ->(given, _key) { clients[given['account']].then { |one| one.trade(given, "orders/#{one.entity(given, 'order')}/cancel", []) } },
  'outcome' => ->(given, _key) { clients[given['account']].outcome(given['intent']) },
  'view' => ->(given, _key) { clients[given['account']].view },
  'end' => ->(_given, _key) { clients.clear }
}.freeze
CLAIMS = { streams: [], retries: true, polls: true, concurrent: false, accounts: 2, patienceMs: 2000, requestTimeoutMs: 1000 }.freeze

$stdout.sync = true
$stdin.each_line do |line|
  question = JSON.parse(line)
  break if question['cmd'] == 'stop'
  seq, run = question['seq'], OPERATIONS[question['operation']]
  answer = if question['cmd'] == 'start' then { implementation: 'openssl', language: 'Ruby', capabilities: OPERATIONS.keys, claims: CLAIMS }
           elsif run.nil? then { seq:, skipped: { message: 'it does not have this operation' } }
           else { seq:, result: run.call(question['input'], question['key']) }
           end
  puts JSON.generate(answer)
rescue StandardError => e
  puts JSON.generate(seq:, errored: { context: e.message })
end
