<?php
// Adapter for PHP 8 with sodium: a signer and verifier, and the client in `clients/client.php`. Put your own in their place.
//   tsi vectors check --exec "php vectors/adapters/adapter.php"
//   tsi client run --exec "php vectors/adapters/adapter.php"
declare(strict_types=1);
require __DIR__ . '/clients/client.php';

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

$clients = [];
$order = ['type', 'side', 'instrument', 'volume', 'price', 'stop_loss_price', 'take_profit_price', 'position_id'];
$begin = function (array $given) use (&$clients): array {
    // The last 32 bytes of a private key in PKCS#8 are its seed.
    $seed = substr(base64_decode(preg_replace('/-----.*?-----|\s/', '', $given['privatePem'])), -32);
    $sign = function (string $method, string $path, string $body, string $key) use ($given, $seed): array {
        $request = ['apiKey' => $given['apiKey'], 'idempotencyKey' => $key, 'timestampMs' => (int) (microtime(true) * 1000)];
        return signedHeaders([...$request, 'method' => $method, 'path' => $path], $body, $seed);
    };
    $clients[$given['account']] = $clients['latest'] = $client = new Client($given, $sign);
    return $client->isReady() ? [] : ['degraded' => 'polling'];
};
$end = function (array $given) use (&$clients): array {
    foreach (isset($given['account']) ? [$given['account']] : array_keys($clients) as $account) $clients[$account]->close();
    $clients = isset($given['account']) ? array_diff_key($clients, [$given['account'] => 0]) : [];
    return [];
};
$signing = [
    'sign-request' => fn ($given, $key) => ['headers' => signedHeaders($given, hex2bin($given['body']), hex2bin($key['seed']))],
    'sign-payload' => fn ($given, $key) => ['signature' => sign(hex2bin($key['seed']), hex2bin($given['payload']))],
    'hash-body' => fn ($given) => ['bodyHash' => bodyHash(hex2bin($given['body']))],
    'verify-signature' => 'verifySignature',
    'begin' => $begin,
    'end' => $end,
];
$intents = [
    'place' => fn (Client $client, array $given) => $client->trade($given, 'orders', $order),
    'open' => fn (Client $client, array $given) => $client->trade($given, 'positions', $order),
    'close' => fn (Client $client, array $given) => $client->trade($given, "positions/{$client->entity($given, 'position')}/close", ['volume']),
    'cancel' => fn (Client $client, array $given) => $client->trade($given, "orders/{$client->entity($given, 'order')}/cancel", []),
    'outcome' => fn (Client $client, array $given) => $client->outcome($given),
    'view' => fn (Client $client) => $client->view(),
    'subscribe' => fn (Client $client, array $given) => $client->subscription('subscribe', $given),
    'unsubscribe' => fn (Client $client, array $given) => $client->subscription('unsubscribe', $given),
    'read' => fn (Client $client, array $given) => $client->read($given),
    'history' => fn (Client $client, array $given) => $client->history($given),
];
$claims = ['streams' => ['transactions', 'account_state', 'instruments', 'hmr'], 'retries' => true, 'reconnects' => true, 'polls' => true,
    'concurrent' => false, 'accounts' => 2, 'patienceMs' => 2000, 'requestTimeoutMs' => 1000, 'reconnectWithinMs' => 3000];
$introduction = ['implementation' => 'sodium', 'language' => 'PHP', 'capabilities' => array_keys($signing + $intents), 'claims' => $claims];

$answer = function (array $question) use (&$clients, $signing, $intents): array {
    [$name, $given] = [$question['operation'], $question['input']];
    try {
        if (isset($signing[$name])) return ['result' => (object) $signing[$name]($given, $question['key'] ?? [])];
        if (isset($intents[$name])) return ['result' => (object) $intents[$name]($clients[$given['account'] ?? 'latest'], $given)];
        return ['skipped' => ['message' => 'it does not have this operation']];
    } catch (Throwable $error) {
        return ['errored' => ['context' => $error->getMessage()]];
    }
};
// Streams are read while no question is there, too.
stream_set_blocking(STDIN, false);
for ($asked = ''; !feof(STDIN);) {
    Client::listen(0.05, [STDIN]);
    Client::catchUp();
    $asked .= (string) fread(STDIN, 65_536);
    while (($end = strpos($asked, "\n")) !== false) {
        $question = json_decode(substr($asked, 0, $end), true);
        $asked = substr($asked, $end + 1);
        if ($question['cmd'] === 'stop') exit(0);
        echo json_encode($question['cmd'] === 'start' ? $introduction : ['seq' => $question['seq']] + $answer($question)), "\n";
    }
}
