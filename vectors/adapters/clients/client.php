<?php
// A small client of the interface by nothing but the standard library: it stands where your own client stands. Signing is the caller's.
// PHP has no threads: whatever waits, for an answer too, reads the streams meanwhile.
declare(strict_types=1);

/** A WebSocket, as far as a client of events needs one. */
final class EventStream {
    private mixed $socket;
    private string $read = '', $message = '';

    public function __construct(string $url, string $path, array $headers) {
        $at = parse_url($url);
        $this->socket = connectTo($at, $at['scheme'] === 'wss');
        $upgrade = ['Host' => hostOf($at), 'Upgrade' => 'websocket', 'Connection' => 'Upgrade', 'Sec-WebSocket-Version' => '13',
            'Sec-WebSocket-Key' => base64_encode(random_bytes(16))];
        writeTo($this->socket, headOf("GET $path", $upgrade + $headers));
        stream_set_timeout($this->socket, 1);
        $status = explode(' ', (string) fgets($this->socket))[1] ?? 'nothing';
        while (trim((string) fgets($this->socket)) !== '');
        if ($status !== '101') throw new RuntimeException("the handshake was answered $status");
        stream_set_blocking($this->socket, false);
    }

    public function socket(): mixed { return $this->socket; }

    public function frame(int $kind, string $data): void {
        [$mask, $size] = [random_bytes(4), strlen($data)];
        $length = $size > 125 ? pack('Cn', 254, $size) : pack('C', 128 | $size);
        writeTo($this->socket, pack('C', 128 | $kind) . $length . $mask . ($data ^ str_repeat($mask, intdiv($size, 4) + 1)));
    }

    /** The messages that are there by now; null among them once the connection has ended. */
    public function messages(): iterable {
        while (is_string($more = @fread($this->socket, 65_536)) && $more !== '') $this->read .= $more;
        $hasEnded = feof($this->socket);
        while (($data = $this->nextFrame($kind, $isLast)) !== null) {
            if ($kind === 8) $hasEnded = true;
            if ($kind === 9) $this->frame(10, $data);
            if ($kind > 2) continue;
            $this->message .= $data;
            if (!$isLast) continue;
            yield json_decode($this->message, true, 64, JSON_THROW_ON_ERROR);
            $this->message = '';
        }
        if ($hasEnded) yield null;
    }

    public function close(): void { fclose($this->socket); }

    private function nextFrame(?int &$kind, ?bool &$isLast): ?string {
        if (strlen($this->read) < 2) return null;
        [$first, $length] = [ord($this->read[0]), ord($this->read[1])];
        $wide = [126 => 2, 127 => 8][$length] ?? 0;
        if (strlen($this->read) < 2 + $wide) return null;
        if ($wide > 0) $length = unpack($wide === 2 ? 'n' : 'J', $this->read, 2)[1];
        if (strlen($this->read) < 2 + $wide + $length) return null;
        [$kind, $isLast, $data] = [$first & 15, $first > 127, substr($this->read, 2 + $wide, $length)];
        $this->read = substr($this->read, 2 + $wide + $length);
        return $data;
    }
}

final class Client {
    private const FINAL = ['success', 'rejected', 'failed'];
    /** @var self[] All whose streams are read. */
    private static array $open = [];
    private array $intents = [], $keys = [], $results = [], $answers = [], $synced = [], $wanted = [];
    private array $orders = [], $positions = [], $hmr = [], $conditions = [];
    private ?array $account = null;
    private ?EventStream $stream = null;
    private bool $isForeign = false;
    private int $gaps = 0, $commands = 0;
    private float $nextAttempt = 0;
    private string $trading, $settings;

    /** `$sign` gives headers: of a method, a path, a body and an idempotency key. */
    public function __construct(private array $given, private Closure $sign) {
        [$this->trading, $this->settings] = ["/v1/trading/accounts/{$given['account']}", "/v1/configuration/accounts/{$given['account']}"];
        foreach ($given['subscribe'] as $event)
            $this->wanted[$event] = in_array($event, ['hmr', 'instruments'], true) ? $given['instruments'] : null;
        self::$open[] = $this;
        $this->until(8, $this->isReady(...));
    }

    public function isReady(): bool { return array_diff_key($this->wanted, $this->synced) === []; }

    /** Reads all streams, and waits so long where there is nothing to read; further sockets and files may end the wait. */
    public static function listen(float $seconds, array $further = []): void {
        foreach (self::$open as $one) $one->connect();
        $read = [...$further, ...array_filter(array_map(fn (self $one): mixed => $one->stream?->socket(), self::$open))];
        $none = null;
        if ($read === []) usleep((int) ($seconds * 1e6));
        else @stream_select($read, $none, $none, 0, (int) ($seconds * 1e6));
        foreach (self::$open as $one) $one->take();
    }

    /** What events ask for and no event may wait for. */
    public static function catchUp(): void {
        foreach (self::$open as $one) {
            if (!$one->isForeign) continue;
            $one->isForeign = false;
            $one->snapshot();
        }
    }

    public function trade(array $given, string $path, array $names): array {
        $members = array_intersect_key($given, array_flip($names));
        if (($members['volume'] ?? '') === 'smallest') $members['volume'] = $this->read(['what' => 'conditions'] + $given)['conditions']['volume_min'];
        $mine = ['state' => 'pending', 'key' => bin2hex(random_bytes(16)), 'gaps' => $this->gaps];
        $this->keys[$mine['key']] = true;
        for ($attempt = 0; $attempt < 5; $attempt++) {
            [$status, $answer] = $this->send('POST', "$this->trading/$path", json_encode((object) $members), $mine['key']);
            if (in_array($status, [200, 202], true) && isset($answer['operation_id'])) $mine['operationId'] = $answer['operation_id'];
            elseif (!in_array($status, [0, 500], true)) // The refusal of a repeat proves nothing of the call before it.
                $mine = ($attempt > 0 ? ['state' => 'unknown'] : ['state' => 'refused', 'code' => self::codeOf($status, $answer)]) + $mine;
            if (isset($mine['operationId']) || $mine['state'] !== 'pending' || isset($this->results[$mine['key']])) break;
            $this->until(0.05 * 2 ** $attempt, fn (): bool => false);
        }
        $this->intents[$given['intent']] = $mine;
        $this->until(2, fn (): bool => in_array($this->settle($given['intent']), ['refused', ...self::FINAL], true));
        return $this->outcome($given);
    }

    public function outcome(array $given): array {
        $this->settle($given['intent']);
        return array_intersect_key($this->intents[$given['intent']], ['state' => 0, 'code' => 0, 'operationId' => 0]);
    }

    /** The identifier of the one that is named, of that of an intent, or of the first. */
    public function entity(array $given, string $kind): string {
        $held = $kind === 'order' ? $this->orders : $this->positions;
        $shown = isset($given['of']) ? $this->intents[$given['of']]['event']['payload']["{$kind}s"] : array_values($held);
        return $given["{$kind}_id"] ?? $shown[0]["{$kind}_id"];
    }

    public function view(): array {
        if ($this->wanted === []) $this->snapshot();
        $listed = fn (array $held, string $name): array => array_map(fn (array $one): array => ['id' => $one[$name]] + $one, array_values($held));
        $current = array_map(fn (string $event): bool => isset($this->synced[$event]), array_combine($events = array_keys($this->wanted), $events));
        return ['current' => $current ?: true, 'account' => $this->account, 'conditions' => array_values($this->conditions),
            'orders' => $listed($this->orders, 'order_id'), 'positions' => $listed($this->positions, 'position_id'),
            'hmr' => $listed($this->hmr, 'period_id')];
    }

    public function subscription(string $action, array $given): array {
        [$event, $names] = [$given['event'], $given['instruments'] ?? null];
        if ($names === 'every') $names = $event === 'hmr' ? $this->read(['what' => 'instruments'])['instruments'] : ['all'];
        $number = $this->command($action, $event, $names);
        $this->until(2, fn (): bool => isset($this->answers[$number]));
        $answer = $this->answers[$number] ?? ['error' => ['code' => 'no answer']];
        if (isset($answer['error'])) return ['refused' => $answer['error']['code']];
        $had = $this->wanted[$event] ?? [];
        unset($this->wanted[$event]);
        $left = $names === null || $names === ['all'] ? [] : array_values(array_diff($had, $names));
        if ($action === 'subscribe') $this->wanted[$event] = $names === null ? null : array_values(array_unique([...$had, ...$names]));
        elseif ($left !== []) $this->wanted[$event] = $left;
        return [];
    }

    public function read(array $given): array {
        $operation = $given['operation_id'] ?? $this->intents[$given['of'] ?? '']['operationId'] ?? '';
        $path = match ($given['what']) {
            'conditions' => "$this->settings/instruments/" . rawurlencode($given['instrument'] ?? '') . '/conditions',
            'status' => "$this->trading/operations/$operation",
            'snapshot' => "$this->trading/snapshot",
            default => "$this->settings/{$given['what']}",
        };
        [$status, $answer] = $this->send('GET', $path);
        if ($status !== 200) return ['refused' => self::codeOf($status, $answer)];
        return match ($given['what']) {
            'instruments' => ['instruments' => array_column($answer['instruments'], 'instrument')],
            'conditions' => ['conditions' => $answer],
            default => [],
        };
    }

    public function history(array $given): array {
        [$what, $ids, $limit] = [$given['what'], [], array_intersect_key($given, ['limit' => 0])];
        for ($query = array_intersect_key($given, ['from' => 0, 'to' => 0]) + $limit;; $query = $limit + ['cursor' => $page['next_cursor']]) {
            [$status, $page] = $this->send('GET', rtrim("$this->trading/history/$what?" . http_build_query($query), '?'));
            if ($status !== 200) return ['refused' => self::codeOf($status, $page)];
            array_push($ids, ...array_column($page[$what], rtrim($what, 's') . '_id'));
            if (!isset($page['next_cursor'])) return ['ids' => $ids];
        }
    }

    public function close(): void {
        self::$open = array_values(array_filter(self::$open, fn (self $one): bool => $one !== $this));
        $this->stream?->close();
        $this->stream = null;
    }

    private static function codeOf(int $status, array $answer): string { return (string) ($answer['error']['code'] ?? ($status ?: 'no answer')); }

    private function until(float $seconds, Closure $holds): void {
        for ($end = microtime(true) + $seconds; !$holds() && microtime(true) < $end;) {
            self::listen(0.01);
            self::catchUp();
        }
    }

    /** Status and JSON of the answer; 0 for a status where there was no answer. */
    private function send(string $method, string $path, string $body = '', string $key = ''): array {
        [$at, $text, $end] = [parse_url($this->given['baseUrl']), '', microtime(true) + 1];
        $kind = $body === '' ? [] : ['Content-Type' => 'application/json', 'Content-Length' => (string) strlen($body)];
        try {
            $socket = connectTo($at, $at['scheme'] === 'https');
            $own = ['Host' => hostOf($at), 'Connection' => 'close'];
            writeTo($socket, headOf("$method $path", $own + ($this->sign)($method, $path, $body, $key) + $kind) . $body);
            stream_set_blocking($socket, false);
            for (; !feof($socket) && microtime(true) < $end; $text .= @fread($socket, 65_536)) self::listen(0.02, [$socket]);
            $isWhole = feof($socket);
            fclose($socket);
            return $isWhole ? answerIn($text) : [0, []];
        } catch (RuntimeException | JsonException) {
            return [0, []];
        }
    }

    /** By the event; by the status of the operation, where the event may have been missed. */
    private function settle(string $intent): string {
        $mine = &$this->intents[$intent];
        $operation = $mine['operationId'] ?? '';
        $event = $this->results[$operation] ?? $this->results[$mine['key']] ?? null;
        if ($event === null && $operation !== '' && ($mine['gaps'] < $this->gaps || !isset($this->synced['transactions']))) {
            usleep(50_000);
            $answer = $this->send('GET', "$this->trading/operations/$operation")[1];
            if (in_array($answer['status'] ?? '', self::FINAL, true)) $event = $answer;
        }
        if ($event !== null && in_array($mine['state'], ['pending', 'unknown'], true)) {
            $own = ['state' => $event['status'], 'code' => $event['error_code'] ?? null, 'operationId' => $event['operation_id'] ?? null];
            $mine = ['event' => $event] + $own + $mine;
        }
        return $mine['state'];
    }

    private function snapshot(): void {
        [$status, $answer] = $this->send('GET', "$this->trading/snapshot");
        if ($status === 200) $this->baseline($answer);
    }

    private function baseline(array $state): void {
        $this->orders = array_column($state['orders'], null, 'order_id');
        $this->positions = array_column($state['positions'], null, 'position_id');
        $this->account = $state['account_state'];
    }

    private function connect(): void {
        if ($this->wanted === [] || $this->stream !== null || microtime(true) < $this->nextAttempt) return;
        $path = "/v1/server-events/accounts/{$this->given['account']}/ws/events";
        try {
            $this->stream = new EventStream($this->given['streamUrl'], $path, ($this->sign)('GET', $path, '', ''));
            foreach ($this->wanted as $event => $names) $this->command('subscribe', $event, $names);
        } catch (RuntimeException) {
            $this->lose();
        }
    }

    private function lose(): void {
        $this->stream?->close();
        [$this->stream, $this->synced, $this->nextAttempt] = [null, [], microtime(true) + 0.1];
        $this->gaps++;
    }

    private function command(string $action, string $event, ?array $names): string {
        $number = (string) ++$this->commands;
        $list = $names === null ? [] : ['instruments' => $names];
        $this->stream?->frame(1, json_encode(['type' => $action, 'event' => $event, 'id' => $number] + $list));
        return $number;
    }

    private function take(): void {
        try {
            foreach ($this->stream?->messages() ?? [] as $message) {
                if ($message === null) $this->lose();
                else $this->apply($message, $message['payload'] ?? []);
            }
        } catch (RuntimeException | JsonException) {
            $this->lose();
        }
    }

    private function apply(array $message, array $payload): void {
        switch ($message['type'] ?? '') {
            case 'transaction_event': $this->transaction($message, $payload); break;
            case 'trading_state_snapshot': $this->baseline($payload); $this->synced['transactions'] = true; break;
            case 'account_state_event': $this->account = $payload; break;
            case 'instrument_event':
                $this->conditions[$payload['instrument']] = $payload;
                if ($message['action'] === 'del') unset($this->conditions[$payload['instrument']]);
                break;
            case 'hmr_snapshot':
                $this->hmr = array_column($message['periods'], null, 'period_id');
                $this->synced['hmr'] = true;
                break;
            case 'hmr_update':
                $this->hmr = array_column($message['upserted_periods'], null, 'period_id') + $this->hmr;
                $this->hmr = array_diff_key($this->hmr, array_flip($message['removed_period_ids']));
                break;
            case 'subscribed': case 'unsubscribed': case 'command_error':
                if (isset($message['id'])) $this->answers[$message['id']] = $message;
                $hasBaseline = in_array($message['event'] ?? '', ['transactions', 'hmr'], true);
                if ($message['type'] === 'subscribed' && !$hasBaseline) $this->synced[$message['event']] = true;
        }
    }

    private function transaction(array $event, array $payload): void {
        foreach (['order', 'position'] as $kind) {
            $held = &$this->{"{$kind}s"};
            foreach ($payload["{$kind}s"] ?? [] as $one) {
                $held[$one["{$kind}_id"]] = $one;
                if (!in_array($one['state'], ['pending', 'open'], true)) unset($held[$one["{$kind}_id"]]);
            }
            unset($held);
        }
        $this->account = $payload['account_state'] ?? $this->account;
        foreach (['operation_id', 'client_request_id'] as $name) if (isset($event[$name])) $this->results[$event[$name]] ??= $event;
        if (isset($event['operation_id']) && !isset($this->keys[$event['client_request_id'] ?? ''])) $this->isForeign = true; // Somebody else trades.
    }
}

function hostOf(array $at): string { return $at['host'] . (isset($at['port']) ? ":{$at['port']}" : ''); }

function connectTo(array $at, bool $isSecure): mixed {
    $port = $at['port'] ?? ($isSecure ? 443 : 80);
    $socket = @stream_socket_client(($isSecure ? 'tls' : 'tcp') . "://{$at['host']}:$port", $code, $text, 1);
    return $socket === false ? throw new RuntimeException("no connection: $text") : $socket;
}

/** The request line and the headers. */
function headOf(string $line, array $headers): string {
    $lines = array_map(fn (string $name, string $value): string => "$name: $value\r\n", array_keys($headers), $headers);
    return "$line HTTP/1.1\r\n" . implode('', $lines) . "\r\n";
}

function writeTo(mixed $socket, string $data): void {
    for (; $data !== ''; $data = substr($data, $written)) {
        $written = @fwrite($socket, $data);
        if ($written === false || feof($socket)) throw new RuntimeException('the connection has ended');
    }
}

/** Status and JSON of an answer that came over a connection of its own; 0 for a status where it broke off. */
function answerIn(string $text): array {
    [$head, $body] = explode("\r\n\r\n", $text, 2) + ['', ''];
    if (!preg_match('~^HTTP/1\.[01] (\d{3})~', $head, $status)) return [0, []];
    if (preg_match('~^content-length: *(\d+)~im', $head, $length) && strlen($body) !== (int) $length[1]) return [0, []];
    if (preg_match('~^transfer-encoding: *chunked~im', $head)) {
        for ($rest = $body, $body = ''; preg_match('~^([0-9a-f]+)[^\r]*\r\n~i', $rest, $size) && hexdec($size[1]) > 0;) {
            $body .= substr($rest, strlen($size[0]), hexdec($size[1]));
            $rest = substr($rest, strlen($size[0]) + hexdec($size[1]) + 2);
        }
        if (!isset($size[1])) return [0, []];
    }
    $answer = json_decode($body === '' ? '{}' : $body, true, 64, JSON_THROW_ON_ERROR);
    return is_array($answer) ? [(int) $status[1], $answer] : [0, []];
}
