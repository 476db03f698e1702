<?php
// Adapter for PHP 8 with sodium: a signer and verifier, and a client without streams. Put your own in place of those below.
//   tsi vectors check --exec "php vectors/adapters/adapter.php"
//   tsi client run --exec "php vectors/adapters/adapter.php"
declare(strict_types=1);
function base64url(string $bytes): string { return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '='); }

function bodyHash(string $body): string { return base64url(hash('sha256', $body, true)); }

function sign(string $seed, string $message): string {
    $secret = sodium_crypto_sign_secretkey(sodium_crypto_sign_seed_keypair($seed));
    return base64url(sodium_crypto_sign_detached($message, $secret));
}

function signedHeaders(array $given, string $body, string $seed): array {
    $payload = json_encode([
        'api_key' => $given['apiKey'], 'idempotency_key' => $given['idempotencyKey'], 'timestamp' => $given['timestampMs'],
        'sign_version' => 1, 'method' => $given['method'], 'path' => $given['path'], 'body_hash' => bodyHash($body),
    ], JSON_THROW_ON_ERROR);
    return ['SVC-API-KEY' => $given['apiKey'], 'SVC-IDEMPOTENCY-KEY' => $given['idempotencyKey'],
        'SVC-TIMESTAMP' => (string) $given['timestampMs'], 'SVC-SIGN-VERSION' => '1',
        'SVC-DATA' => base64url($payload), 'SVC-SIGN' => sign($seed, $payload)];
}

function verifySignature(array $given): array {
    [$key, $message, $signature] = array_map('hex2bin', [$given['publicKey'], $given['message'], $given['signature']]);
    return ['valid' => strlen($key) === 32 && strlen($signature) === 64 && sodium_crypto_sign_verify_detached($signature, $message, $key)];
}

/** Reads the status of operations and the snapshot; has no streams. */
class Client {
    private array $intents = [];
    private string $trading, $seed;
    public function __construct(private array $given) {
        $this->trading = "/v1/trading/accounts/{$given['account']}";
        // The last 32 bytes of a private key in PKCS#8 are its seed.
        $this->seed = substr(base64_decode(preg_replace('/-----.*?-----|\s/', '', $given['privatePem'])), -32);
    }
    /** Status and JSON of the answer; 0 for a status where there was no answer. */
    private function send(string $method, string $path, string $body = '', string $key = ''): array {
        $request = ['apiKey' => $this->given['apiKey'], 'idempotencyKey' => $key, 'timestampMs' => (int) (microtime(true) * 1000)];
        $headers = signedHeaders([...$request, 'method' => $method, 'path' => $path], $body, $this->seed);
        $headers += $body === '' ? [] : ['Content-Type' => 'application/json'];
        $lines = array_map(fn (string $name, string $value): string => "$name: $value", array_keys($headers), $headers);
        $options = ['method' => $method, 'header' => $lines, 'timeout' => 1, 'ignore_errors' => true, 'follow_location' => 0];
        $context = stream_context_create(['http' => [...$options, ...($body === '' ? [] : ['content' => $body])]]);
        $text = @file_get_contents($this->given['baseUrl'] . $path, false, $context);
        $answer = $text === false ? null : json_decode($text === '' ? '{}' : $text, true);
        return is_array($answer) ? [(int) explode(' ', $http_response_header[0])[1], $answer] : [0, []];
    }
    public function trade(array $given, string $path, array $names): array {
        $mine = ['state' => 'unknown', 'key' => bin2hex(random_bytes(16))];
        $body = json_encode((object) array_intersect_key($given, array_flip($names)));
        for ($attempt = 0; $attempt < 5; $attempt++) {
            [$status, $answer] = $this->send('POST', "$this->trading/$path", $body, $mine['key']);
            $isAccepted = in_array($status, [200, 202], true) && isset($answer['operation_id']);
            if ($isAccepted) $mine = ['state' => 'pending', 'operationId' => $answer['operation_id']] + $mine;
            elseif ($attempt === 0 && !in_array($status, [0, 500], true)) // Of a repeat it would prove nothing.
                $mine = ['state' => 'refused', 'code' => $answer['error']['code'] ?? $status] + $mine;
            if (!in_array($status, [0, 500], true)) break;
            usleep(50_000 * 2 ** $attempt);
        }
        $this->intents[$given['intent']] = $mine;
        for ($end = microtime(true) + 2; $this->outcome($given)['state'] === 'pending' && microtime(true) < $end;) usleep(30_000);
        return $this->outcome($given);
    }
    public function outcome(array $given): array {
        $mine = &$this->intents[$given['intent']];
        $answer = $mine['state'] === 'pending' ? $this->send('GET', "$this->trading/operations/{$mine['operationId']}")[1] : [];
        if (in_array($answer['status'] ?? '', ['success', 'rejected', 'failed'], true))
            $mine = ['state' => $answer['status'], 'code' => $answer['error_code'] ?? null] + $mine;
        return array_diff_key($mine, ['key' => 0]);
    }
    /** What is named, what the call of an intent left behind, or the first. */
    public function entity(array $given, string $kind): string {
        $key = $this->intents[$given['of'] ?? '']['key'] ?? null;
        $held = $this->send('GET', "$this->trading/snapshot")[1]["{$kind}s"];
        $own = array_filter($held, fn (array $one): bool => $key !== null && ($one['client_request_id'] ?? '') === $key);
        return $given["{$kind}_id"] ?? [...$own, ...$held][0]["{$kind}_id"];
    }
    public function view(): array {
        [$status, $answer] = $this->send('GET', "$this->trading/snapshot");
        $listed = fn (string $kind): array => array_map(fn (array $one): array => ['id' => $one["{$kind}_id"]] + $one, $answer["{$kind}s"] ?? []);
        $account = $answer['account_state'] ?? null;
        return ['current' => $status === 200, 'account' => $account, 'orders' => $listed('order'), 'positions' => $listed('position')];
    }
}

$clients = [];
$of = function (array $given) use (&$clients): Client { return $clients[$given['account'] ?? 'latest']; };
$order = ['type', 'side', 'instrument', 'volume', 'price', 'stop_loss_price', 'take_profit_price', 'position_id'];
$operations = [
    'sign-request' => fn ($given, $key) => ['headers' => signedHeaders($given, hex2bin($given['body']), hex2bin($key['seed']))],
    'sign-payload' => fn ($given, $key) => ['signature' => sign(hex2bin($key['seed']), hex2bin($given['payload']))],
    'hash-body' => fn ($given) => ['bodyHash' => bodyHash(hex2bin($given['body']))],
    'verify-signature' => 'verifySignature',
    'begin' => function ($given) use (&$clients) {
        $clients[$given['account']] = $clients['latest'] = new Client($given);
        return $given['subscribe'] === [] ? (object) [] : ['degraded' => 'polling'];
    },
    'place' => fn ($given) => $of($given)->trade($given, 'orders', $order),
    'open' => fn ($given) => $of($given)->trade($given, 'positions', $order),
    'close' => fn ($given) => $of($given)->trade($given, "positions/{$of($given)->entity($given, 'position')}/close", ['volume']),
    'cancel' => fn ($given) => $of($given)->trade($given, "orders/{$of($given)->entity($given, 'order')}/cancel", []),
    'outcome' => fn ($given) => $of($given)->outcome($given),
    'view' => fn ($given) => $of($given)->view(),
    'end' => fn () => (object) [],
];
$claims = ['streams' => [], 'retries' => true, 'polls' => true, 'concurrent' => false, 'accounts' => 2, 'patienceMs' => 2000, 'requestTimeoutMs' => 1000];
while (($line = fgets(STDIN)) !== false && ($question = json_decode($line, true))['cmd'] !== 'stop') {
    $run = $operations[$question['operation'] ?? ''] ?? null;
    try {
        $reply = $run === null ? ['skipped' => ['message' => 'not here']] : ['result' => $run($question['input'], $question['key'] ?? [])];
    } catch (Throwable $error) {
        $reply = ['errored' => ['context' => $error->getMessage()]];
    }
    $introduction = ['implementation' => 'sodium', 'language' => 'PHP', 'capabilities' => array_keys($operations), 'claims' => $claims];
    echo json_encode($question['cmd'] === 'start' ? $introduction : ['seq' => $question['seq']] + $reply), "\n";
}
