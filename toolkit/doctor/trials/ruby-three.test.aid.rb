# Wrong signers of Ruby programmers, third set: interface 5 read, the doctor not. One JSON document a signer, on standard output.
require "json"; require "openssl"; require "base64"; require "digest"; require "uri"; require "cgi"; require "yaml"; require "erb"
APIKEY = "tk_7Qm2xV9LrBs4"; TS = 1764199200123; IDEM = "ord-5f0c2a9e-77b1-4d0e"
HIST = "/v1/trading/accounts/1000042/history/orders"
def u(b) = Base64.urlsafe_encode64(b, padding: false)
def sha(b) = Digest::SHA256.digest(b)
def key_of(seed) = OpenSSL::PKey.read(["302e020100300506032b657004220420"].pack("H*") + seed)
ORDER = { "type" => "limit", "side" => "buy", "instrument" => "EURUSD", "volume" => "0.10", "price" => "1.05000" }
ORDERU = { "type" => "stop", "side" => "sell", "instrument" => "BTC/USD", "volume" => "1.0", "price" => "64250.50", "comment" => "Größe <5 €>" }
SCEN = {
  get: ["GET", "/v1/configuration/accounts/1000042/limits", ""],
  getq: ["GET", HIST + "?to=2026-11-26T23%3A59%3A59%2B00%3A00&from=2026-11-01T00%3A00%3A00%2B00%3A00&limit=50", ""],
  gets: ["GET", HIST + "?comment=two%20words&limit=50", ""],
  getp: ["GET", "/v1/configuration/accounts/1000042/instruments/BTC%2FUSD/conditions", ""],
  post: ["POST", "/v1/trading/accounts/1000042/orders", JSON.generate(ORDER)],
  postu: ["POST", "/v1/trading/accounts/1000042/orders", JSON.generate(ORDERU)],
}
S = {}
def slip(id, truth, words, scen, v, **hooks) = S["rb-" + id] = { truth: truth, words: words, scen: scen, v: v, hooks: hooks }
Ctx = Struct.new(:scen, :method, :target, :body, :apiKey, :ts, :idem, :seed, :f, :data)
def ctx(scen)
  m, t, b = SCEN[scen]
  Ctx.new(scen, m, t.dup, b.dup, APIKEY, TS, m == "GET" ? "" : IDEM, ["4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718"].pack("H*"))
end
def sign(c, s)
  s[:pre]&.call(c)
  path = s[:path] ? s[:path].call(c.target) : c.target
  bh = s[:bh] ? s[:bh].call(c.body) : u(sha(c.body))
  f = { "api_key" => c.apiKey, "idempotency_key" => c.idem, "timestamp" => c.ts, "sign_version" => 1, "method" => c.method, "path" => path, "body_hash" => bh }
  f = s[:fields].call(f, c) if s[:fields]
  c.f = f
  p = s[:ser] ? s[:ser].call(f) : JSON.generate(f)
  c.data = s[:data] ? s[:data].call(p) : u(p)
  msg = s[:msg] ? s[:msg].call(p, c) : p
  raw = s[:sig] ? s[:sig].call(msg, c) : key_of(c.seed).sign(nil, msg)
  sg = s[:enc] ? s[:enc].call(raw) : u(raw)
  h = [["SVC-API-KEY", c.apiKey], ["SVC-IDEMPOTENCY-KEY", c.idem], ["SVC-TIMESTAMP", c.ts.to_s], ["SVC-SIGN-VERSION", "1"], ["SVC-DATA", c.data], ["SVC-SIGN", sg]]
  s[:headers] ? s[:headers].call(h) : h
end
def hd(n, &f) = ->(h) { h.map { |k, x| k == n ? [k, f.call(x)] : [k, x] } }
slip("sign-to_s", "It signs hash.to_s, Ruby's {\"a\"=>1}.", "=>|Ruby|to_s|inspect|hash", :get, 1, msg: ->(p, c) { c.f.to_s })
slip("data-to_s", "The payload is hash.to_s with =>, not JSON.", "=>|Ruby|JSON|to_s|inspect", :get, 1, ser: ->(f) { f.to_s })
slip("sign-inspect", "It signs payload.inspect: quoted and escaped.", "twice|quote|string|inspect|double", :get, 1, msg: ->(p, c) { p.inspect })
slip("sign-pretty", "It signs JSON.pretty_generate, SVC-DATA is compact.", "indent|pretty|space|line", :get, 1, msg: ->(p, c) { JSON.pretty_generate(c.f) })
slip("sign-yaml", "It signs to_yaml.", "YAML|another|other|different|JSON", :get, 1, msg: ->(p, c) { c.f.to_yaml })
slip("sign-sort", "It signs the JSON of sort.to_h, SVC-DATA keeps the order.", "sort|order", :get, 1, msg: ->(p, c) { JSON.generate(c.f.sort.to_h) })
slip("sign-pairs", "It signs the JSON of sort, a list of pairs.", "pairs|list|array|another|other|different", :get, 1, msg: ->(p, c) { JSON.generate(c.f.sort) })
slip("sign-kv", "It signs sorted key=value joined by & (without encoding).", "key=value|form|query|join|name=value", :get, 1, msg: ->(p, c) { c.f.sort.map { |k, x| "#{k}=#{x}" }.join("&") })
slip("sign-colon", "It signs the values joined by colons.", "join|values|:|colon", :get, 1, msg: ->(p, c) { c.f.values.join(":") })
slip("sign-b64", "It signs Base64.encode64(payload), with line feeds.", "base64", :get, 1, msg: ->(p, c) { Base64.encode64(p) })
slip("sign-strict", "It signs Base64.strict_encode64(payload).", "base64", :get, 1, msg: ->(p, c) { Base64.strict_encode64(p) })
slip("sign-hexdigest", "It signs Digest::SHA256.hexdigest(payload).", "SHA-256|hash|digest&&hex", :get, 1, msg: ->(p, c) { Digest::SHA256.hexdigest(p) })
slip("sign-puts", "It signs the payload with a line feed (heredoc).", "line feed|newline|line break|\\\\n", :get, 1, msg: ->(p, c) { p + "\n" })
slip("sign-symbols", "It signs the payload whose timestamp is text, SVC-DATA has the number.", "timestamp&&text|string|quote", :get, 1, msg: ->(p, c) { JSON.generate(c.f.merge("timestamp" => c.ts.to_s)) })
slip("sign-upcase", "It signs the payload upcased.", "case|upper|capital", :get, 1, msg: ->(p, c) { p.upcase })
slip("sign-reversed", "It signs the members in reversed order.", "order|revers", :get, 1, msg: ->(p, c) { JSON.generate(c.f.to_a.reverse.to_h) })
slip("sig-encode64", "SVC-SIGN is Base64.encode64: broken at 60 characters, the break became a space.", "line|wrap|space|break", :get, 1, enc: ->(r) { Base64.encode64(r).strip.tr("\n", " ") })
slip("sig-urlsafe", "SVC-SIGN is urlsafe_encode64 with padding.", "padding|=", :get, 1, enc: ->(r) { Base64.urlsafe_encode64(r) })
slip("sig-strict", "SVC-SIGN is strict_encode64.", "standard|padding|alphabet|\\+|base64url", :get, 1, enc: ->(r) { Base64.strict_encode64(r) })
slip("sig-unpack", "SVC-SIGN is unpack1('H*').", "hex", :get, 1, enc: ->(r) { r.unpack1("H*") })
slip("sig-inspect", "SVC-SIGN is the inspect of the bytes.", "inspect|escape|\\\\x|quote|raw|Ruby", :get, 1, enc: ->(r) { r.inspect })
slip("sig-bits", "SVC-SIGN is the bits as text (unpack1('B*')).", "bit|binary|base64url|digit|not", :get, 1, enc: ->(r) { r.unpack1("B*") })
slip("sig-bytes", "SVC-SIGN is bytes.to_s, [12, 34, ...].", "list|array|numbers|byte values|decimal", :get, 1, enc: ->(r) { r.bytes.to_s })
slip("sig-der", "SVC-SIGN holds the signature in an OCTET STRING (04 40 in front).", "OCTET|DER|66|64|ASN|04", :get, 1, enc: ->(r) { u("\x04\x40".b + r) })
slip("sig-int", "SVC-SIGN holds the signature as a decimal number.", "decimal|number|digits|integer", :get, 1, enc: ->(r) { r.unpack1("H*").to_i(16).to_s })
slip("data-encode64", "SVC-DATA is Base64.encode64 with its line breaks removed but padding and + / kept.", "standard|padding|=", :getq, 0, data: ->(p) { Base64.encode64(p + (p.bytesize % 3 == 0 ? "" : "")).delete("\n") }, pre: ->(c) { c.target += "&x=%3F" while (JSON.generate({ "api_key" => c.apiKey, "idempotency_key" => c.idem, "timestamp" => c.ts, "sign_version" => 1, "method" => c.method, "path" => c.target, "body_hash" => u(sha(c.body)) }).bytesize % 3).zero? })
slip("data-cgi", "SVC-DATA is CGI.escape(JSON).", "percent|URL", :get, 1, data: ->(p) { CGI.escape(p) })
slip("data-marshal", "The payload is Marshal.dump.", "JSON|Marshal|UTF-8", :get, 1, ser: ->(f) { Marshal.dump(f) })
slip("data-yaml", "The payload is YAML.", "JSON|YAML", :get, 1, ser: ->(f) { f.to_yaml })
{ "hexdigest" => ["body_hash is hexdigest.", "hex", ->(b) { Digest::SHA256.hexdigest(b) }],
  "base64digest" => ["body_hash is Digest's base64digest: standard base64 with padding.", "standard|padding|base64url", ->(b) { Digest::SHA256.base64digest(b) }],
  "encode64" => ["body_hash is Base64.encode64(digest) with its line feed.", "line feed|newline|white ?space|line break|standard|padding|\\\\n", ->(b) { Base64.encode64(sha(b)) }],
  "md5" => ["body_hash is MD5.", "MD5", ->(b) { u(Digest::MD5.digest(b)) }],
  "sha1" => ["body_hash is SHA-1.", "SHA-?1", ->(b) { Digest::SHA1.hexdigest(b) }],
  "nil-get" => ["body_hash of a GET is the hash of nil.inspect.", "nil", ->(b) { u(sha(b.empty? ? "nil" : b)) }],
  "nil-json-get" => ["body_hash of a GET is the hash of nil.to_json.", "null", ->(b) { u(sha(b.empty? ? "null" : b)) }],
  "nil" => ["body_hash of a GET is null.", "null", ->(b) { b.empty? ? nil : u(sha(b)) }],
  "braces-get" => ["body_hash of a GET is the hash of {}.to_json.", "\\{\\}|empty object", ->(b) { u(sha(b.empty? ? "{}" : b)) }],
  "hexupper" => ["body_hash is upcased hexdigest.", "hex", ->(b) { Digest::SHA256.hexdigest(b).upcase }],
}.each { |id, (t, w, f)| slip("bh-" + id, t, w, :get, 1, bh: f) }
{ "to_s" => ["The hash is over hash.to_s with =>.", "=>|Ruby|to_s|inspect", :post, ->(b) { u(sha(JSON.parse(b).to_s)) }],
  "pretty" => ["The hash is over pretty_generate, compact is sent.", "indent|pretty|space|format", :post, ->(b) { u(sha(JSON.pretty_generate(JSON.parse(b)))) }],
  "form" => ["The hash is over URI.encode_www_form, JSON is sent.", "form|urlencode", :post, ->(b) { u(sha(URI.encode_www_form(JSON.parse(b)))) }],
  "ascii" => ["The hash is over JSON with ascii_only, UTF-8 is sent.", "escape|\\\\u|ASCII", :postu, ->(b) { u(sha(JSON.generate(JSON.parse(b), ascii_only: true))) }],
  "escape-html" => ["The hash is over ActiveSupport's JSON: < > are \\u003c and \\u003e.", "escape|\\\\u003|HTML", :postu, ->(b) { u(sha(b.gsub("<", "\\u003c").gsub(">", "\\u003e"))) }],
  "bigdecimal" => ["The hash is over decimals as BigDecimal's to_s, 0.1e0.", "number|decimal|exponent|e0|0\\.1", :post, ->(b) { u(sha(b.sub('"0.10"', '"0.1e0"').sub('"1.05000"', '"0.105e1"'))) }],
  "floats" => ["The hash is over to_f'ed decimals, texts are sent.", "number|text|string|quote", :post, ->(b) { o = JSON.parse(b); u(sha(JSON.generate(o.merge("volume" => o["volume"].to_f, "price" => o["price"].to_f)))) }],
  "wrapped" => ["The hash is over {\"order\":{...}} (Rails wraps parameters).", "wrap|order|nest|inside|within|envelope", :post, ->(b) { u(sha(JSON.generate({ "order" => JSON.parse(b) }))) }],
  "compact-nil" => ["The hash is over the body with stop_loss_price null, which is not sent.", "null|stop_loss", :post, ->(b) { u(sha(JSON.generate(JSON.parse(b).merge("stop_loss_price" => nil)))) }],
  "chomp" => ["The hash is over the body without its last character (chop).", "last|character|cut|byte|end|short", :post, ->(b) { u(sha(b.chop)) }],
}.each { |id, (t, w, sc, f)| slip("bh-" + id, t, w, sc, 0, bh: f) }
{ "uri-path" => ["path is uri.path, without the query.", "query", :getq, ->(t) { URI("http://x" + t).path }],
  "to_s" => ["path is uri.to_s.", "URL|origin|scheme|host|http", :get, ->(t) { "https://trade.example.com" + t }],
  "unescape" => ["path is CGI.unescape of the sent one.", "decod|percent|%2F", :getp, ->(t) { CGI.unescape(t) }],
  "escape" => ["path is CGI.escape of the whole path.", "%2F|percent|encod", :get, ->(t) { CGI.escape(t) }],
  "www-form" => ["path was rebuilt with URI.encode_www_form: + for %20.", "space|\\+|%20", :gets, ->(t) { HIST + "?" + URI.encode_www_form(URI.decode_www_form(t.split("?")[1])) }],
  "sort" => ["The query in path is sorted (Hash#to_query of Rails).", "sort|order", :getq, ->(t) { HIST + "?" + t.split("?")[1].split("&").sort.join("&") }],
  "format" => ["path has .json at its end, which is not sent.", "\\.json|suffix|extension|end", :get, ->(t) { t + ".json" }],
  "symbol" => ["path is the inspect of a symbol or text, in quotes.", "quote", :get, ->(t) { t.inspect }],
  "join" => ["File.join and chomp: a slash at the end of path.", "slash", :get, ->(t) { t + "/" }],
}.each { |id, (t, w, sc, f)| slip("path-" + id, t, w, sc, 0, path: f) }
def mem(k, &f) = ->(o, c) { o.merge(k => f.call(o[k])) }
slip("f-ts-to_f", "timestamp is Time.now.to_f * 1000, with a fraction.", "timestamp&&fraction|integer|whole|decimal", :get, 0, fields: mem("timestamp") { |x| x + 0.5 })
slip("f-ts-round", "timestamp is a float without fraction, ...123.0.", "timestamp&&\\.0|integer|whole|fraction|decimal", :get, 1, fields: mem("timestamp") { |x| x.to_f })
slip("f-ts-s", "timestamp is to_s.", "timestamp&&text|string|integer|quote", :get, 1, fields: mem("timestamp", &:to_s))
slip("f-method-sym", "method is a symbol :get, so lower-case text.", "method&&case|lower|upper", :get, 1, fields: mem("method") { |x| x.downcase })
slip("f-method-class", "method is the class name Net::HTTP::Get.", "method&&Net::HTTP|class|GET|not the|prefix", :get, 0, fields: mem("method") { |x| "Net::HTTP::" + x.capitalize })
slip("f-idem-nil", "idempotency_key is null for a GET.", "idempotency_key&&null", :get, 0, fields: mem("idempotency_key") { |x| x.empty? ? nil : x })
slip("f-compact-blank", "Empty members are dropped (compact_blank): idempotency_key is missing on a GET.", "idempotency_key&&missing|lacks|absent|has no|without|no member", :get, 1, fields: ->(o, c) { o.reject { |_, x| x == "" } })
slip("f-colon-keys", "The names begin with a colon (symbols): \":api_key\".", ":api_key|name|colon|symbol|missing|lacks|called", :get, 1, fields: ->(o, c) { o.transform_keys { |k| ":" + k } })
slip("f-dash-keys", "The names have dashes: api-key, body-hash.", "api-key|dash|hyphen|name|called", :get, 1, fields: ->(o, c) { o.transform_keys { |k| k.tr("_", "-") } })
slip("ts-to_i", "The timestamp is Time.now.to_i, in seconds.", "second", :get, 0, pre: ->(c) { c.ts = c.ts / 1000 })
slip("ts-usec", "The timestamp is in microseconds.", "micro", :get, 0, pre: ->(c) { c.ts = c.ts * 1000 + 17 })
slip("h-idem-nil", "Net::HTTP drops headers that are nil: SVC-IDEMPOTENCY-KEY is missing.", "IDEMPOTENCY-KEY&&missing|lacks|absent|not sent|has no|no |empty", :get, 0, headers: ->(h) { h.reject { |_, x| x == "" } })
slip("h-inspect", "SVC-API-KEY is inspected: in quotes.", "API-KEY&&quote", :get, 1, headers: hd("SVC-API-KEY", &:inspect))
slip("h-ts-time", "SVC-TIMESTAMP is Time#to_s.", "TIMESTAMP&&date|text|digit|millisecond", :get, 0, headers: hd("SVC-TIMESTAMP") { |x| Time.at(x.to_i / 1000).utc.to_s })
slip("h-array", "A header's value is an array's text [\"1\"].", "VERSION&&array|list|\\[|quote", :get, 1, headers: hd("SVC-SIGN-VERSION") { |x| [x].to_s })
slip("key-hex-bytes", "The seed was taken as hexadecimal text without pack('H*').", "other|another|different|wrong|mismatch|hex|does not belong", :get, 1, sig: ->(m, c) { key_of(c.seed.unpack1("H*")[0, 32]).sign(nil, m) })
slip("key-digest", "The key was derived from the API key's identifier.", "other|another|different|wrong|mismatch|does not belong", :get, 1, sig: ->(m, c) { key_of(sha(c.apiKey)).sign(nil, m) })
slip("hmac", "It makes OpenSSL::HMAC.hexdigest('SHA256').", "HMAC|hex", :get, 1, sig: ->(m, c) { OpenSSL::HMAC.digest("SHA256", c.seed, m) }, enc: ->(r) { r.unpack1("H*") })
S.each do |id, s|
  c = ctx(s[:scen]); h = sign(c, s[:hooks])
  public = key_of(c.seed).public_to_der[-32..].unpack1("H*")
  puts JSON.generate({ id: id[3..], truth: s[:truth], key: APIKEY, public: public, now: TS + 900, requests: [{ method: c.method, target: c.target, headers: h, body: c.body.unpack1("H*") }] })
end
