# A small client of the interface by nothing but the standard library: it stands where your own client stands. Signing is the caller's.
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'socket'
require 'uri'

# A WebSocket, as far as a client of events needs one.
class EventStream
  def initialize(url, path, headers)
    @writing = Mutex.new
    @socket = Socket.tcp(url.host, url.port || (url.scheme == 'wss' ? 443 : 80), connect_timeout: 1)
    secure(url.host) if url.scheme == 'wss'
    upgrade = { 'Host' => "#{url.host}:#{url.port}", 'Upgrade' => 'websocket', 'Connection' => 'Upgrade',
                'Sec-WebSocket-Version' => '13', 'Sec-WebSocket-Key' => SecureRandom.base64(16) }
    lines = upgrade.merge(headers).map { |name, value| "#{name}: #{value}\r\n" }
    @socket.write("GET #{path} HTTP/1.1\r\n#{lines.join}\r\n")
    status = @socket.gets.to_s.split[1]
    nil until @socket.gets.to_s.strip.empty?
    raise IOError, "the handshake was answered #{status}" unless status == '101'
  rescue StandardError
    close
    raise
  end

  def frame(kind, data)
    mask = SecureRandom.bytes(4)
    length = data.bytesize > 125 ? [254, data.bytesize].pack('Cn') : [128 | data.bytesize].pack('C')
    masked = data.bytes.each_with_index.map { |byte, at| byte ^ mask.getbyte(at % 4) }.pack('C*')
    @writing.synchronize { @socket.write([128 | kind].pack('C') + length + mask + masked) }
  end

  # Yields each message, until the connection ends.
  def each
    message = ''.b
    loop do
      first, length = take(2).unpack('CC')
      length = length == 126 ? take(2).unpack1('n') : take(8).unpack1('Q>') if length > 125
      data, kind = take(length), first & 15
      return if kind == 8

      frame(10, data) if kind == 9
      message << data if kind < 3
      next unless kind < 3 && first > 127

      yield JSON.parse(message)
      message = ''.b
    end
  end

  def close = @socket&.close

  private

  def take(length)
    return '' if length.zero?

    data = @socket.read(length)
    data && data.bytesize == length ? data : raise(EOFError, 'the stream has ended')
  end

  def secure(host)
    context = OpenSSL::SSL::SSLContext.new.tap { |one| one.set_params(verify_mode: OpenSSL::SSL::VERIFY_PEER) }
    @socket = OpenSSL::SSL::SSLSocket.new(@socket, context)
    @socket.hostname, @socket.sync_close = host, true
    @socket.connect
    @socket.post_connection_check(host)
  end
end

class Client
  FINAL = %w[success rejected failed].freeze
  LOST = [nil, 500].freeze
  LISTED = %w[hmr instruments].freeze

  # `headers` signs: of a method, a path, a body and an idempotency key.
  def initialize(given, &headers)
    @given, @headers, @url = given, headers, URI(given['baseUrl'])
    @trading, @settings = %w[trading configuration].map { |part| "/v1/#{part}/accounts/#{given['account']}" }
    @intents, @keys, @results, @answers, @synced, @gaps, @commands = {}, {}, {}, {}, {}, 0, 0
    @orders, @positions, @hmr, @conditions, @account = {}, {}, {}, {}, nil
    @wanted = given['subscribe'].to_h { |event| [event, LISTED.include?(event) ? given['instruments'] : nil] }
    @listening = Thread.new { listen } unless @wanted.empty?
    wait(8) { ready? }
  end

  def ready? = @wanted.keys.all? { |event| @synced[event] }

  def trade(given, path, names)
    members = given.slice(*names)
    members['volume'] = read('what' => 'conditions', **given)[:conditions]['volume_min'] if members['volume'] == 'smallest'
    mine = @intents[given['intent']] = { state: 'pending', key: SecureRandom.uuid, gaps: @gaps }
    @keys[mine[:key]] = true
    5.times do |attempt|
      status, answer = send('POST', "#{@trading}/#{path}", JSON.generate(members), mine[:key])
      break mine[:operationId] = answer['operation_id'] if [200, 202].include?(status) && answer['operation_id']
      # The refusal of a repeat proves nothing of the call before it.
      break mine.update(attempt.zero? ? { state: 'refused', code: code_of(status, answer) } : { state: 'unknown' }) unless LOST.include?(status)
      break if @results.key?(mine[:key])

      sleep(0.05 * 2**attempt)
    end
    wait(2) { mine[:state] == 'refused' || FINAL.include?(settle(mine)) }
    outcome(given['intent'])
  end

  def outcome(intent)
    settle(@intents[intent])
    @intents[intent].slice(:state, :code, :operationId)
  end

  # The identifier of the one that is named, of that of an intent, or of the first.
  def entity(given, kind)
    held = kind == 'order' ? @orders : @positions
    shown = given['of'] ? @intents[given['of']][:event]['payload']["#{kind}s"] : held.values
    given["#{kind}_id"] || shown.first["#{kind}_id"]
  end

  def view
    snapshot if @wanted.empty?
    listed = ->(held, name) { held.values.map { |one| one.merge('id' => one[name]) } }
    current = @wanted.empty? || @wanted.keys.to_h { |event| [event, @synced.key?(event)] }
    { current:, account: @account, orders: listed.(@orders, 'order_id'), positions: listed.(@positions, 'position_id'),
      hmr: listed.(@hmr, 'period_id'), conditions: @conditions.values }
  end

  def subscription(action, event, names)
    names = event == 'hmr' ? read('what' => 'instruments')[:instruments] : ['all'] if names == 'every'
    number = command(action, event, names)
    wait(2) { @answers.key?(number) }
    answer = @answers.fetch(number, { 'error' => { 'code' => 'no answer' } })
    return { refused: answer['error']['code'] } if answer.key?('error')

    had = @wanted.delete(event) || []
    left = action == 'subscribe' ? names && (had | names) : had - (names || had)
    @wanted[event] = left if action == 'subscribe' || (left.any? && names != ['all'])
    {}
  end

  def read(given)
    what, operation = given['what'], given['operation_id'] || @intents.dig(given['of'], :operationId)
    special = { 'conditions' => "#{@settings}/instruments/#{URI.encode_www_form_component(given['instrument'].to_s).gsub('+', '%20')}/conditions",
                'status' => "#{@trading}/operations/#{operation}", 'snapshot' => "#{@trading}/snapshot" }
    status, answer = send('GET', special.fetch(what, "#{@settings}/#{what}"))
    return { refused: code_of(status, answer) } unless status == 200

    { 'instruments' => { instruments: answer['instruments']&.map { |one| one['instrument'] } }, 'conditions' => { conditions: answer } }.fetch(what, {})
  end

  def history(given)
    what, query, ids = given['what'], given.slice('from', 'to', 'limit'), []
    loop do
      status, page = send('GET', "#{@trading}/history/#{what}?#{URI.encode_www_form(query)}".chomp('?'))
      return { refused: code_of(status, page) } unless status == 200

      ids.concat(page[what].map { |row| row["#{what.chomp('s')}_id"] })
      return { ids: } unless page['next_cursor']

      query = { **given.slice('limit'), 'cursor' => page['next_cursor'] }
    end
  end

  def close
    @closed = true
    @stream&.close
    @listening&.kill
  end

  private

  # Status and JSON of the answer; nil for a status where there was no answer.
  def send(method, path, body = '', key = '')
    http = Net::HTTP.new(@url.host, @url.port, nil)
    http.use_ssl, http.open_timeout, http.read_timeout, http.max_retries = @url.scheme == 'https', 1, 1, 0
    kind = body.empty? ? {} : { 'Content-Type' => 'application/json' }
    answer = http.send_request(method, path, body.empty? ? nil : body, { **@headers.(method, path, body, key), **kind })
    [answer.code.to_i, JSON.parse(answer.body.to_s.empty? ? '{}' : answer.body)]
  rescue SystemCallError, IOError, Timeout::Error, OpenSSL::SSL::SSLError, Net::HTTPBadResponse, JSON::ParserError
    [nil, {}]
  end

  def code_of(status, answer) = answer.dig('error', 'code') || status || 'no answer'

  def wait(seconds)
    end_at = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    sleep(0.005) until yield || Process.clock_gettime(Process::CLOCK_MONOTONIC) > end_at
  end

  # By the event; by the status of the operation, where the event may have been missed.
  def settle(mine)
    event = @results[mine[:operationId]] || @results[mine[:key]]
    if event.nil? && mine[:operationId] && (mine[:gaps] < @gaps || !@synced['transactions'])
      sleep(0.05)
      _, answer = send('GET', "#{@trading}/operations/#{mine[:operationId]}")
      event = answer if FINAL.include?(answer['status'])
    end
    if event && %w[pending unknown].include?(mine[:state])
      mine.update(event:, state: event['status'], code: event['error_code'], operationId: event['operation_id'])
    end
    mine[:state]
  end

  def snapshot
    status, answer = send('GET', "#{@trading}/snapshot")
    baseline(answer) if status == 200
  end

  def baseline(state)
    @orders, @positions = %w[order position].map { |kind| state["#{kind}s"].to_h { |one| [one["#{kind}_id"], one] } }
    @account = state['account_state']
  end

  def listen
    until @closed
      begin
        path = "/v1/server-events/accounts/#{@given['account']}/ws/events"
        @stream = EventStream.new(URI(@given['streamUrl']), path, @headers.('GET', path, '', ''))
        @wanted.to_a.each { |event, names| command('subscribe', event, names) }
        @stream.each { |message| take(message) }
      rescue SystemCallError, IOError, Timeout::Error, OpenSSL::SSL::SSLError, JSON::ParserError
        nil
      end
      @gaps += 1
      @synced.clear
      @stream&.close
      @stream = nil
      sleep(0.1)
    end
  end

  def command(action, event, names)
    number = (@commands += 1).to_s
    @stream.frame(1, JSON.generate({ type: action, event:, instruments: names, id: number }.compact))
    number
  end

  def take(message)
    payload = message['payload'] || {}
    case message['type']
    when 'transaction_event' then transaction(message, payload)
    when 'trading_state_snapshot'
      baseline(payload)
      @synced['transactions'] = true
    when 'account_state_event' then @account = payload
    when 'instrument_event'
      message['action'] == 'del' ? @conditions.delete(payload['instrument']) : @conditions[payload['instrument']] = payload
    when 'hmr_snapshot'
      @hmr = message['periods'].to_h { |period| [period['period_id'], period] }
      @synced['hmr'] = true
    when 'hmr_update'
      @hmr = @hmr.merge(message['upserted_periods'].to_h { |period| [period['period_id'], period] }).except(*message['removed_period_ids'])
    when 'subscribed', 'unsubscribed', 'command_error'
      @synced[message['event']] = true if message['type'] == 'subscribed' && !%w[transactions hmr].include?(message['event'])
      @answers[message['id']] = message
    end
  end

  def transaction(event, payload)
    [['orders', 'order_id', @orders], ['positions', 'position_id', @positions]].each do |entities, name, held|
      (payload[entities] || []).each { |one| %w[pending open].include?(one['state']) ? held[one[name]] = one : held.delete(one[name]) }
    end
    @account = payload['account_state'] || @account
    event.values_at('operation_id', 'client_request_id').compact.each { |name| @results[name] ||= event }
    Thread.new { snapshot } if event['operation_id'] && !@keys[event['client_request_id']] # Somebody else trades on the account.
  end
end
