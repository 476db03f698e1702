<?php
// Adapter for PHP 8 with sodium: a signer and verifier. Put your own client's functions in place of those below.
//   tsi vectors check --exec "php vectors/adapters/adapter.php"
declare(strict_types=1);

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function bodyHash(string $body): string
{
    return base64url(hash('sha256', hex2bin($body), true));
}

function sign(array $key, string $message): string
{
    $pair = sodium_crypto_sign_seed_keypair(hex2bin($key['seed']));
    return base64url(sodium_crypto_sign_detached($message, sodium_crypto_sign_secretkey($pair)));
}

function signRequest(array $given, array $key): array
{
    $payload = json_encode([
        'api_key' => $given['apiKey'], 'idempotency_key' => $given['idempotencyKey'], 'timestamp' => $given['timestampMs'],
        'sign_version' => 1, 'method' => $given['method'], 'path' => $given['path'], 'body_hash' => bodyHash($given['body']),
    ], JSON_THROW_ON_ERROR);
    return ['headers' => [
        'SVC-API-KEY' => $given['apiKey'], 'SVC-IDEMPOTENCY-KEY' => $given['idempotencyKey'],
        'SVC-TIMESTAMP' => (string) $given['timestampMs'], 'SVC-SIGN-VERSION' => '1',
        'SVC-DATA' => base64url($payload), 'SVC-SIGN' => sign($key, $payload),
    ]];
}

function verifySignature(array $given): array
{
    [$key, $message, $signature] = array_map('hex2bin', [$given['publicKey'], $given['message'], $given['signature']]);
    $fits = strlen($key) === 32 && strlen($signature) === 64;
    return ['valid' => $fits && sodium_crypto_sign_verify_detached($signature, $message, $key)];
}

$operations = [
    'sign-request' => 'signRequest',
    'sign-payload' => fn (array $given, array $key): array => ['signature' => sign($key, hex2bin($given['payload']))],
    'hash-body' => fn (array $given): array => ['bodyHash' => bodyHash($given['body'])],
    'verify-signature' => 'verifySignature',
];
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    if ($question['cmd'] === 'stop') {
        break;
    }
    echo json_encode($question['cmd'] === 'start'
        ? ['implementation' => 'sodium', 'language' => 'PHP', 'capabilities' => array_keys($operations)]
        : ['seq' => $question['seq'], 'result' => $operations[$question['operation']]($question['input'], $question['key'] ?? [])]), "\n";
}
