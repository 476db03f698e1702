<?php
// Wrong signers of PHP programmers, second set: interface 5 read, the doctor not. One JSON document a signer, on standard output.
const APIKEY = "tk_7Qm2xV9LrBs4"; const TS = 1764199200123; const IDEM = "ord-5f0c2a9e-77b1-4d0e";
const JF = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
const HIST = "/v1/trading/accounts/1000042/history/orders";
function u($b) { return rtrim(strtr(base64_encode($b), "+/", "-_"), "="); }
function sha($b) { return hash("sha256", $b, true); }
$ORDER = ["type" => "limit", "side" => "buy", "instrument" => "EURUSD", "volume" => "0.10", "price" => "1.05000"];
$ORDERU = ["type" => "stop", "side" => "sell", "instrument" => "BTC/USD", "volume" => "1.0", "price" => "64250.50", "comment" => "Größe <5 €> & „fest“"];
$SCEN = [
  "get" => ["GET", "/v1/configuration/accounts/1000042/limits", ""],
  "getq" => ["GET", HIST . "?from=2026-11-01T00%3A00%3A00%2B00%3A00&limit=50&instrument=EURUSD", ""],
  "getb" => ["GET", HIST . "?closed=true&limit=50", ""],
  "gets" => ["GET", HIST . "?comment=two%20words&limit=50", ""],
  "getl" => ["GET", HIST . "?ids=1,2,3&limit=5", ""],
  "getp" => ["GET", "/v1/configuration/accounts/1000042/instruments/BTC%2FUSD/conditions", ""],
  "post" => ["POST", "/v1/trading/accounts/1000042/orders", json_encode($ORDER, JF)],
  "postu" => ["POST", "/v1/trading/accounts/1000042/orders", json_encode($ORDERU, JF)],
];
$S = [];
function slip($id, $truth, $words, $scen, $v, $hooks) { global $S; $S["php-$id"] = compact("id", "truth", "words", "scen", "v", "hooks"); }
function ctx($scen) { global $SCEN; [$m, $t, $b] = $SCEN[$scen]; return (object)["scen" => $scen, "method" => $m, "target" => $t, "body" => $b, "apiKey" => APIKEY, "ts" => TS, "idem" => $m === "GET" ? "" : IDEM, "seed" => hex2bin("4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718")]; }
function sk($c) { return sodium_crypto_sign_secretkey(sodium_crypto_sign_seed_keypair($c->seed)); }
function sign_($c, $s) {
  if (isset($s["pre"])) $s["pre"]($c);
  $path = isset($s["path"]) ? $s["path"]($c->target, $c) : $c->target;
  $bh = isset($s["bh"]) ? $s["bh"]($c->body, $c) : u(sha($c->body));
  $f = ["api_key" => $c->apiKey, "idempotency_key" => $c->idem, "timestamp" => $c->ts, "sign_version" => 1, "method" => $c->method, "path" => $path, "body_hash" => $bh];
  if (isset($s["fields"])) $f = $s["fields"]($f, $c);
  $c->f = $f;
  $p = isset($s["ser"]) ? $s["ser"]($f, $c) : json_encode($f, JF);
  $c->data = isset($s["data"]) ? $s["data"]($p, $c) : u($p);
  $msg = isset($s["msg"]) ? $s["msg"]($p, $c) : $p;
  $raw = isset($s["sig"]) ? $s["sig"]($msg, $c) : sodium_crypto_sign_detached($msg, sk($c));
  $sg = isset($s["enc"]) ? $s["enc"]($raw, $c) : u($raw);
  $h = [["SVC-API-KEY", $c->apiKey], ["SVC-IDEMPOTENCY-KEY", $c->idem], ["SVC-TIMESTAMP", "$c->ts"], ["SVC-SIGN-VERSION", "1"], ["SVC-DATA", $c->data], ["SVC-SIGN", $sg]];
  return isset($s["headers"]) ? $s["headers"]($h, $c) : $h;
}
function hd($n, $f) { return fn($h, $c) => array_map(fn($x) => $x[0] === $n ? [$n, $f($x[1])] : $x, $h); }
function mem($k, $f) { return function ($o, $c) use ($k, $f) { $o[$k] = $f($o[$k], $c); return $o; }; }
slip("sign-slashes", "It signs json_encode with \\/ , SVC-DATA was encoded with JSON_UNESCAPED_SLASHES.", "slash|\\\\/|escape", "get", 1, ["msg" => fn($p, $c) => json_encode($c->f)]);
slip("sign-unesc", "SVC-DATA has \\/ (json_encode's default), signed is the JSON with plain slashes.", "slash|\\\\/|escape", "get", 1, ["ser" => fn($f) => json_encode($f), "msg" => fn($p, $c) => json_encode($c->f, JF)]);
slip("sign-pretty", "It signs JSON_PRETTY_PRINT, SVC-DATA is compact.", "indent|pretty|space|line", "get", 1, ["msg" => fn($p, $c) => json_encode($c->f, JF | JSON_PRETTY_PRINT)]);
slip("sign-ksort", "It signs the JSON after ksort, SVC-DATA was made before.", "sort|order", "get", 1, ["msg" => function ($p, $c) { $f = $c->f; ksort($f); return json_encode($f, JF); }]);
slip("sign-query", "It signs http_build_query of the members.", "form|query|key=value|urlencode", "get", 1, ["msg" => fn($p, $c) => http_build_query($c->f)]);
slip("sign-implode", "It signs implode of the values.", "join|values|concat", "get", 1, ["msg" => fn($p, $c) => implode("", $c->f)]);
slip("sign-implode-comma", "It signs the values joined by commas.", "join|values|comma", "get", 1, ["msg" => fn($p, $c) => implode(",", $c->f)]);
slip("sign-serialize", "It signs serialize(\$payload).", "serialize|PHP|another|other|different|JSON", "get", 1, ["msg" => fn($p, $c) => serialize($c->f)]);
slip("data-serialize", "SVC-DATA holds serialize(\$payload), not JSON.", "JSON|serialize|PHP", "get", 1, ["ser" => fn($f) => serialize($f)]);
slip("data-printr", "SVC-DATA holds print_r's text, not JSON.", "JSON", "get", 1, ["ser" => fn($f) => print_r($f, true)]);
slip("data-Array", "The payload is the text Array (array to string conversion).", "Array|JSON", "get", 1, ["ser" => fn($f) => "Array"]);
slip("data-false", "The payload is empty: json_encode failed and gave false.", "empty", "get", 1, ["ser" => fn($f) => ""]);
slip("sign-hash-hex", "It signs hash('sha256', payload), which is hexadecimal.", "SHA-256|hash&&hex", "get", 1, ["msg" => fn($p) => hash("sha256", $p)]);
slip("sign-data", "It signs \$headers['SVC-DATA'].", "base64url text|text of SVC-DATA|SVC-DATA text|encoded", "get", 1, ["msg" => fn($p, $c) => $c->data]);
slip("sign-utf8encode", "It signs utf8_encode(payload), UTF-8 encoded twice.", "UTF-8|twice|double|Latin", "get", 0, ["pre" => function ($c) { $c->target = "/v1/configuration/accounts/1000042/instruments/ÖL/conditions"; }, "msg" => fn($p) => @utf8_encode($p)]);
slip("sig-combined", "SVC-SIGN is sodium_crypto_sign's signature and message.", "message|combined|crypto_sign|attached|NaCl", "get", 1, ["sig" => fn($m, $c) => sodium_crypto_sign($m, sk($c))]);
slip("sig-bin2hex", "SVC-SIGN is sodium_bin2hex.", "hex", "get", 1, ["enc" => fn($r) => sodium_bin2hex($r)]);
slip("sig-original", "SVC-SIGN is SODIUM_BASE64_VARIANT_ORIGINAL.", "standard|padding|alphabet|\\+", "get", 1, ["enc" => fn($r) => sodium_bin2base64($r, SODIUM_BASE64_VARIANT_ORIGINAL)]);
slip("sig-urlsafe-pad", "SVC-SIGN is SODIUM_BASE64_VARIANT_URLSAFE, padded.", "padding|=", "get", 1, ["enc" => fn($r) => sodium_bin2base64($r, SODIUM_BASE64_VARIANT_URLSAFE)]);
slip("sig-chunksplit", "SVC-SIGN was wrapped with chunk_split and the breaks became spaces.", "line|wrap|space|break", "get", 1, ["enc" => fn($r) => trim(str_replace("\r\n", " ", chunk_split(u($r), 64)))]);
slip("sig-strtr", "strtr has its alphabets exchanged: + became _ and / became -.", "swap|exchang|interchang|- and _|_ and -|mixed", "get", 1, ["enc" => fn($r) => rtrim(strtr(base64_encode($r), "+/", "_-"), "=")]);
slip("sig-urlencode", "SVC-SIGN is urlencode(base64_encode()).", "percent|URL", "get", 1, ["enc" => fn($r) => urlencode(base64_encode($r))]);
slip("sig-plus-space", "The + of standard base64 became spaces (urldecode).", "space|\\+", "get", 1, ["pre" => function ($c) { for (;; $c->ts++) { $p = json_encode(["api_key" => $c->apiKey, "idempotency_key" => $c->idem, "timestamp" => $c->ts, "sign_version" => 1, "method" => $c->method, "path" => $c->target, "body_hash" => u(sha($c->body))], JF); if (strpos(trim(base64_encode(sodium_crypto_sign_detached($p, sk($c))), "+"), "+")) return; } }, "enc" => fn($r) => str_replace("+", " ", base64_encode($r))]);
slip("sig-seed-reused", "The secret key was made from the password's hash, not the registered seed.", "other|another|different|wrong|mismatch|does not belong", "get", 0, ["sig" => fn($m) => sodium_crypto_sign_detached($m, sodium_crypto_sign_secretkey(sodium_crypto_sign_seed_keypair(sha("password")))) ]);
slip("sig-auth", "It uses sodium_crypto_auth (HMAC-SHA-512-256, 32 bytes).", "HMAC|32 bytes|symmetric", "get", 1, ["sig" => fn($m, $c) => sodium_crypto_auth($m, $c->seed)]);
$B = fn($id, $truth, $words, $f, $scen = "post", $v = 0) => slip("bh-$id", $truth, $words, $scen, $v, ["bh" => $f]);
$B("hash", "body_hash is hash('sha256', body): hexadecimal.", "hex", fn($b) => hash("sha256", $b), "get", 1);
$B("b64hash", "body_hash is base64_encode(hash()), of the hexadecimal text.", "hex", fn($b) => base64_encode(hash("sha256", $b)), "get", 1);
$B("slashes", "The hash is over json_encode with \\/ , plain slashes are sent.", "slash|\\\\/|escape", fn($b) => u(sha(json_encode(json_decode($b), JSON_UNESCAPED_UNICODE))), "postu");
$B("unicode", "The hash is over json_encode with \\u escapes, UTF-8 is sent.", "escape|\\\\u|ASCII", fn($b) => u(sha(json_encode(json_decode($b), JSON_UNESCAPED_SLASHES))), "postu");
$B("default", "The hash is over json_encode's default, with \\/ and \\u escapes; unescaped is sent.", "slash|escape|\\\\u", fn($b) => u(sha(json_encode(json_decode($b)))), "postu");
$B("numeric", "The hash is over JSON_NUMERIC_CHECK: texts became numbers.", "number|text|string|quote", fn($b) => u(sha(json_encode(json_decode($b), JF | JSON_NUMERIC_CHECK))));
$B("query", "The hash is over http_build_query of the body, JSON is sent.", "form|urlencode|query", fn($b) => u(sha(http_build_query(json_decode($b, true)))));
$B("serialize", "The hash is over serialize(body).", "serialize|PHP|body|other|another|different", fn($b) => u(sha(serialize(json_decode($b, true)))));
$B("array-get", "The hash of a GET is over json_encode([]): [].", "\\[\\]|empty (array|list)", fn($b) => u(sha($b === "" ? "[]" : $b)), "get", 1);
$B("null-get", "The hash of a GET is over json_encode(null).", "null", fn($b) => u(sha($b === "" ? "null" : $b)), "get", 1);
$B("false-get", "body_hash of a GET is false.", "false|boolean|text|string", fn($b) => $b === "" ? false : u(sha($b)), "get", 1);
$B("raw-pretty", "The hash is over JSON_PRETTY_PRINT, compact is sent.", "indent|pretty|space|format", fn($b) => u(sha(json_encode(json_decode($b), JF | JSON_PRETTY_PRINT))));
$B("forceobj", "The hash is over the body in an array: [{...}].", "array|list|wrap|inside|within|\\[", fn($b) => u(sha("[" . $b . "]")));
$B("printr", "The hash is over the text Array.", "Array", fn($b) => u(sha("Array")));
$B("hex-bytes", "body_hash is hex2bin applied to nothing: base64url of MD5's raw bytes.", "MD5", fn($b) => u(md5($b, true)), "get", 1);
$B("crc32b", "body_hash is hash('crc32b').", "CRC|4 bytes|8|length|32 bytes|short", fn($b) => hash("crc32b", $b), "get", 1);
$P = fn($id, $truth, $words, $scen, $f, $v = 0) => slip("path-$id", $truth, $words, $scen, $v, ["path" => $f]);
$P("parseurl", "path is parse_url(..., PHP_URL_PATH), without the query.", "query", "getq", fn($t) => parse_url($t, PHP_URL_PATH), 1);
$P("bool", "http_build_query wrote true as 1 in path, true is sent.", "closed|true|1|value|parameter", "getb", fn($t) => str_replace("true", "1", $t));
$P("plus", "http_build_query wrote the space as +, %20 is sent.", "space|\\+|%20", "gets", fn($t) => str_replace("%20", "+", $t));
$P("array", "http_build_query wrote ids[0]=1&ids[1]=2, ids=1,2,3 is sent.", "ids|\\[|parameter|bracket", "getl", fn($t) => HIST . "?" . http_build_query(["ids" => [1, 2, 3], "limit" => 5]));
$P("comma", "The commas are %2C in path and plain on the wire.", ",|%2C|decod|percent|encod", "getl", fn($t) => str_replace(",", "%2C", $t));
$P("urldecode", "path is urldecode()d.", "decod|percent|%2F", "getp", fn($t) => urldecode($t), 1);
$P("rawurlencode", "path is rawurlencode()d: slashes are %2F.", "%2F|percent|encod|twice|double", "get", fn($t) => rawurlencode($t), 1);
$P("htmlspecialchars", "path went through htmlspecialchars: &amp;.", "&amp;|HTML|entit", "getq", fn($t) => htmlspecialchars($t), 1);
$P("index", "path has /index.php in front (PHP_SELF).", "index\\.php|prefix", "get", fn($t) => "/index.php" . $t);
$P("nullpath", "path is null (parse_url failed).", "path&&null", "get", fn($t) => null, 1);
$P("ltrim", "path was ltrim()med of its slash.", "slash", "get", fn($t) => ltrim($t, "/"), 1);
$P("rtrim-q", "path keeps a trailing & that is not sent.", "&|ampersand", "getq", fn($t) => $t . "&");
$F = fn($id, $truth, $words, $k, $f, $scen = "get", $v = 1) => slip("f-$id", $truth, $words, $scen, $v, ["fields" => mem($k, $f)]);
$F("microtime", "timestamp is microtime(true) * 1000, with a fraction.", "timestamp&&fraction|integer|whole|decimal", "timestamp", fn($x) => $x + 0.4321, "get", 0);
$F("ts-string", "timestamp is (string).", "timestamp&&text|string|integer|quote", "timestamp", fn($x) => "$x");
$F("ts-numfmt", "timestamp is number_format()ted text.", "timestamp&&text|string|integer|quote|comma|separator", "timestamp", fn($x) => number_format($x));
$F("ver-true", "sign_version is true.", "sign_version&&true|boolean|integer|number", "sign_version", fn($x) => true);
$F("idem-null", "idempotency_key is null for a GET.", "idempotency_key&&null", "idempotency_key", fn($x) => $x ?: null, "get", 0);
$F("idem-array", "idempotency_key is [] for a GET.", "idempotency_key&&array|list|text|string", "idempotency_key", fn($x) => $x ?: [], "get", 0);
$F("key-int", "api_key is a number (JSON_NUMERIC_CHECK on an identifier of digits).", "api_key&&number|text|string", "api_key", fn($x) => 1234567);
$F("method-ucfirst", "method is ucfirst: Get.", "method&&case|upper", "method", fn($x) => ucfirst(strtolower($x)));
slip("f-list", "The payload is array_values: a JSON array.", "array|list|object", "get", 1, ["fields" => fn($f) => array_values($f)]);
slip("f-stdclass", "The payload is wrapped: {\"data\":{...}}.", "data|nest|missing|inside|within|wrap|lacks", "get", 1, ["fields" => fn($f) => ["data" => $f]]);
slip("h-http", "The headers carry names of \$_SERVER: HTTP_SVC_DATA.", "HTTP_|missing|named|header", "get", 1, ["headers" => fn($h) => array_map(fn($x) => ["HTTP_" . strtr($x[0], "-", "_"), $x[1]], $h)]);
slip("h-ts-float", "SVC-TIMESTAMP is 1.7641992001E+12, a float's text.", "TIMESTAMP&&exponent|digit|plain|scientific|E\\+", "get", 0, ["headers" => hd("SVC-TIMESTAMP", fn($x) => sprintf("%.10E", (float)$x))]);
slip("h-ts-time", "SVC-TIMESTAMP is time(), seconds; the payload has milliseconds.", "TIMESTAMP&&second|differ|match|equal", "get", 1, ["headers" => hd("SVC-TIMESTAMP", fn($x) => substr($x, 0, 10))]);
slip("h-key-trim", "SVC-API-KEY is the base64 of 'id:' (CURLOPT_USERPWD).", "API-KEY&&base64|differ|match|equal", "get", 1, ["headers" => hd("SVC-API-KEY", fn($x) => base64_encode("$x:"))]);
slip("h-key-secret", "SVC-API-KEY is the public key in PEM on one line.", "API-KEY&&PEM|public key|differ|match|equal", "get", 1, ["headers" => hd("SVC-API-KEY", fn($x) => "-----BEGIN PUBLIC KEY----- MCowBQYDK2VwAyEA -----END PUBLIC KEY-----")]);
slip("wire-spaces", "Guzzle's 'json' option writes the body with \\/ again; hashed were plain slashes.", "slash|\\\\/|escape", "postu", 0, ["wire" => function ($r) { $r->body = json_encode(json_decode($r->body), JSON_UNESCAPED_UNICODE); }]);
slip("wire-form", "Guzzle's form_params is used, the JSON is hashed.", "form|urlencode", "post", 0, ["wire" => function ($r) { $r->body = http_build_query(json_decode($r->body, true)); }]);
slip("wire-multipart", "CURLOPT_POSTFIELDS got an array: multipart is sent.", "multipart|boundary|form", "post", 0, ["wire" => function ($r) { $b = "------------------------d74496d66958873e"; $o = ""; foreach (json_decode($r->body, true) as $k => $x) $o .= "--$b\r\nContent-Disposition: form-data; name=\"$k\"\r\n\r\n$x\r\n"; $r->body = "$o--$b--\r\n"; }]);
slip("wire-nobody", "The body is lost after a redirect, the method stays POST.", "no body|empty|without a body|missing|lacks", "post", 0, ["wire" => function ($r) { $r->body = ""; }]);
slip("wire-query-append", "Guzzle's 'query' option replaced the query that was signed.", "query|parameter|limit|instrument", "getq", 0, ["wire" => function ($r) { $r->target = HIST . "?page=1"; }]);
foreach ($S as $id => $s) {
  $c = ctx($s["scen"]); $h = sign_($c, $s["hooks"]);
  $r = (object)["target" => $c->target, "headers" => $h, "body" => $c->body];
  if (isset($s["hooks"]["wire"])) $s["hooks"]["wire"]($r);
  $pub = bin2hex(sodium_crypto_sign_publickey(sodium_crypto_sign_seed_keypair($c->seed)));
  echo json_encode(["id" => substr($id, 4), "truth" => $s["truth"], "key" => APIKEY, "public" => $pub, "now" => TS + 900, "requests" => [["method" => $c->method, "target" => $r->target, "headers" => $h, "body" => bin2hex($r->body)]]], JF), "\n";
}
