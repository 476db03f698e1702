// Wrong signers of Java programmers: interface 5 read, the doctor not. One JSON document a signer, on standard output.
import java.io.*; import java.math.*; import java.net.*; import java.nio.charset.StandardCharsets; import java.security.*; import java.security.spec.*; import java.text.Normalizer; import java.time.*; import java.util.*; import java.util.zip.*; import javax.crypto.Mac; import javax.crypto.spec.SecretKeySpec;
public class Signers {
  static byte[] utf8(String t) { return t.getBytes(StandardCharsets.UTF_8); }
  static byte[] unhex(Object t) { return HexFormat.of().parseHex((String) t); }
  static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
  static String u(byte[] b) { return Base64.getUrlEncoder().withoutPadding().encodeToString(b); }
  static byte[] dig(String a, byte[] b) throws Exception { return MessageDigest.getInstance(a).digest(b); }
  static byte[] cat(byte[]... all) { var o = new ByteArrayOutputStream(); for (var b : all) o.writeBytes(b); return o.toByteArray(); }
  static byte[] ed(byte[] seed, byte[] m) throws Exception {
    Signature s = Signature.getInstance("Ed25519");
    s.initSign(KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(cat(unhex("302e020100300506032b657004220420"), seed)))); s.update(m); return s.sign();
  }
  static byte[] edp(byte[] seed, byte[] m, boolean ph, byte[] ctx) throws Exception {
    Signature s = Signature.getInstance("Ed25519"); s.setParameter(ctx == null ? new EdDSAParameterSpec(ph) : new EdDSAParameterSpec(ph, ctx));
    s.initSign(KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(cat(unhex("302e020100300506032b657004220420"), seed)))); s.update(m); return s.sign();
  }
  static String query(String p, boolean decode) throws Exception { URI x = new URI(p); return decode ? x.getPath() + (x.getQuery() == null ? "" : "?" + x.getQuery()) : p; }
  static KeyPair RSA, ED448;
  static Map<String, Object> run(Set<String> ids, Map<String, Object> g, Map<String, Object> key) throws Exception {
    byte[] body = unhex(g.get("body")), seed = unhex(key.get("seed")), pub = unhex(key.get("publicKey"));
    String path = (String) g.get("path"), method = (String) g.get("method"), idem = (String) g.get("idempotencyKey"), api = (String) g.get("apiKey");
    long ts = ((Number) g.get("timestampMs")).longValue();
    byte[] seen = body;
    String text = new String(body, StandardCharsets.UTF_8);
    if (ids.contains("ascii-body")) seen = text.getBytes(StandardCharsets.US_ASCII);
    if (ids.contains("nfd-body")) seen = utf8(Normalizer.normalize(text, Normalizer.Form.NFD));
    if (ids.contains("htmlsafe-body")) seen = utf8(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("=", "\\u003d").replace("'", "\\u0027"));
    if (ids.contains("tostring-body") && body.length > 0) seen = utf8(text.replace("\"", "").replace(":", "=").replace("\n", "").replaceAll(" +", " "));
    if (ids.contains("bigdecimal-body")) seen = utf8(text.replaceAll("(\\.\\d*?[1-9])0+\"", "$1\""));
    if (ids.contains("unindent-body")) seen = utf8(text.replaceAll("\\s+", ""));
    if (ids.contains("gzip-body") && body.length > 0) { var o = new ByteArrayOutputStream(); try (var z = new GZIPOutputStream(o)) { z.write(body); } seen = o.toByteArray(); }
    if (ids.contains("bom-body") && body.length > 0) seen = cat(new byte[]{(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, body);
    if (ids.contains("length-body")) seen = cat(utf8(body.length + ""), body);
    byte[] h = dig("SHA-256", seen);
    String hash = u(h);
    if (ids.contains("hash-tostring")) hash = u(utf8("[B@1b6d3586"));
    if (ids.contains("hash-arrays")) hash = Arrays.toString(h);
    if (ids.contains("hash-bigint")) hash = new BigInteger(1, h).toString(16);
    if (ids.contains("hash-bigintbytes")) hash = u(new BigInteger(h).negate().toByteArray());
    if (ids.contains("hash-hexnopad")) { var b = new StringBuilder(); for (byte x : h) b.append(Integer.toHexString(x & 0xff)); hash = b.toString(); }
    if (ids.contains("hash-mime")) hash = Base64.getMimeEncoder().encodeToString(h);
    if (ids.contains("hash-pad")) hash = Base64.getUrlEncoder().encodeToString(h);
    if (ids.contains("hash-md5")) hash = u(dig("MD5", seen));
    if (ids.contains("hash-384")) hash = u(dig("SHA-384", seen));
    if (ids.contains("hash-224")) hash = u(dig("SHA-224", seen));
    if (ids.contains("hash-512256")) hash = u(dig("SHA-512/256", seen));
    if (ids.contains("hash-sha3")) hash = u(dig("SHA3-256", seen));
    if (ids.contains("hash-crc")) { var c = new CRC32(); c.update(seen); hash = Long.toHexString(c.getValue()); }
    if (ids.contains("hash-doc") && body.length == 0) hash = "";
    if (ids.contains("hash-newstring")) hash = u(utf8(new String(h, StandardCharsets.UTF_8)));
    String signedPath = path, signedMethod = method, pApi = api, pIdem = idem, hTs, hApi = api, hIdem = idem, hVer = "1"; Object pTs = ts, pVer = 1;
    if (ids.contains("getpath")) signedPath = new URI("https://h" + path).getPath();
    if (ids.contains("getquery")) signedPath = query("https://h" + path, true).replace("https://h", "");
    if (ids.contains("urldecoder")) signedPath = URLDecoder.decode(path, StandardCharsets.UTF_8);
    if (ids.contains("urlencoder") && path.contains("?")) { String q = path.split("\\?")[1]; var o = new StringJoiner("&"); for (String kv : q.split("&")) { String[] a = kv.split("=", 2); o.add(a[0] + "=" + URLEncoder.encode(URLDecoder.decode(a[1], StandardCharsets.UTF_8), StandardCharsets.UTF_8)); } signedPath = path.split("\\?")[0] + "?" + o; }
    if (ids.contains("ascii-path")) signedPath = new URI(path).toASCIIString();
    if (ids.contains("context-path")) signedPath = "/api" + path;
    if (ids.contains("tolower-path")) signedPath = path.toLowerCase(Locale.ROOT);
    if (ids.contains("reversed-query") && path.contains("?")) { var l = new ArrayList<>(List.of(path.split("\\?")[1].split("&"))); Collections.reverse(l); signedPath = path.split("\\?")[0] + "?" + String.join("&", l); }
    if (ids.contains("host-path")) signedPath = "api.example.com" + path;
    if (ids.contains("method-path")) signedPath = method + " " + path;
    if (ids.contains("fragment-path")) signedPath = path.replaceAll("^/", "");
    if (ids.contains("no-empty-params")) signedPath = path.replaceAll("[?&][^=&]*=(?=&|$)", "");
    if (ids.contains("enum-method")) signedMethod = "HttpMethod." + method;
    if (ids.contains("title-method")) signedMethod = method.charAt(0) + method.substring(1).toLowerCase();
    hTs = ts + "";
    if (ids.contains("format-time")) hTs = String.format(Locale.US, "%,d", ts);
    if (ids.contains("double-time")) { hTs = Double.toString((double) ts); }
    if (ids.contains("int-time")) { pTs = (int) ts; hTs = pTs + ""; }
    if (ids.contains("nano-uptime")) { pTs = 98123411872345L; hTs = pTs + ""; }
    if (ids.contains("zone-time")) { pTs = ts + 5 * 3600000L + 1800000; hTs = pTs + ""; }
    if (ids.contains("instant-header")) hTs = Instant.ofEpochMilli(ts).toString();
    if (ids.contains("seconds-payload")) pTs = ts / 1000;
    if (ids.contains("second-now")) hTs = (ts + 2) + "";
    if (ids.contains("double-payload")) pTs = (double) ts;
    if (ids.contains("version-string")) pVer = "1";
    if (ids.contains("ed25519-version")) { hVer = "ed25519"; }
    if (ids.contains("null-idem")) pIdem = idem.isEmpty() ? "null" : idem;
    if (ids.contains("space-idem")) { pIdem = idem.isEmpty() ? " " : idem; }
    if (ids.contains("payload-idem-only")) hIdem = "";
    if (ids.contains("client-id")) { pIdem = idem.isEmpty() ? "" : "order/2025/11#17"; hIdem = pIdem; }
    if (ids.contains("trim-api")) pApi = " " + api;
    if (ids.contains("api-b64")) { hApi = u(utf8(api)); }
    Map<String, Object> p = new LinkedHashMap<>();
    p.put("api_key", pApi); p.put("idempotency_key", pIdem); p.put("timestamp", pTs); p.put("sign_version", pVer); p.put("method", signedMethod); p.put("path", signedPath); p.put("body_hash", hash);
    if (ids.contains("omit-version")) p.remove("sign_version");
    if (ids.contains("pascal")) { var q = new LinkedHashMap<String, Object>(); p.forEach((k, v) -> { var b = new StringBuilder(); for (String w : k.split("_")) b.append(Character.toUpperCase(w.charAt(0))).append(w.substring(1)); q.put(b.toString(), v); }); p = q; }
    if (ids.contains("kebab")) { var q = new LinkedHashMap<String, Object>(); p.forEach((k, v) -> q.put(k.replace('_', '-'), v)); p = q; }
    if (ids.contains("uri-member")) { p.put("uri", p.remove("path")); }
    if (ids.contains("body-member")) { p.remove("body_hash"); p.put("body", text); }
    byte[] raw = utf8(ids.contains("map-tostring") ? p.toString() : ids.contains("query-payload") ? form(p) : json(p));
    if (ids.contains("exp-time")) raw = utf8(new String(raw, StandardCharsets.UTF_8).replace("\"timestamp\":" + ts, "\"timestamp\":" + String.valueOf((double) ts)));
    if (ids.contains("latin1-payload")) raw = new String(raw, StandardCharsets.UTF_8).getBytes(StandardCharsets.ISO_8859_1);
    if (ids.contains("question-payload")) raw = new String(raw, StandardCharsets.UTF_8).getBytes(StandardCharsets.US_ASCII);
    if (ids.contains("writeutf")) { var o = new ByteArrayOutputStream(); new DataOutputStream(o).writeUTF(new String(raw, StandardCharsets.UTF_8)); raw = o.toByteArray(); }
    String data = u(raw);
    if (ids.contains("mime-data")) data = Base64.getMimeEncoder().encodeToString(raw);
    if (ids.contains("pad-data")) data = Base64.getUrlEncoder().encodeToString(raw);
    if (ids.contains("plain-data")) data = Base64.getEncoder().encodeToString(raw);
    byte[] m = raw;
    if (ids.contains("ascii-message")) m = new String(raw, StandardCharsets.UTF_8).getBytes(StandardCharsets.US_ASCII);
    if (ids.contains("latin1-message")) m = new String(raw, StandardCharsets.UTF_8).getBytes(StandardCharsets.ISO_8859_1);
    if (ids.contains("sha384-message")) m = dig("SHA-384", raw);
    if (ids.contains("sha1-message")) m = dig("SHA-1", raw);
    if (ids.contains("sha512-text")) m = dig("SHA-512", utf8(data));
    if (ids.contains("sha256-text")) m = dig("SHA-256", utf8(data));
    if (ids.contains("object-message")) m = utf8(p.toString());
    if (ids.contains("treemap-message")) m = utf8(json(new TreeMap<>(p)));
    if (ids.contains("values-message")) { var b = new StringBuilder(); p.values().forEach(b::append); m = utf8(b.toString()); }
    if (ids.contains("sorted-form-message")) m = utf8(form(new TreeMap<>(p)));
    if (ids.contains("prehash-pipe")) m = utf8(String.join("|", api, ts + "", method, path, hash));
    if (ids.contains("fields-nosep")) m = utf8(api + idem + ts + "1" + method + path + hash);
    if (ids.contains("path-message")) m = utf8(path);
    if (ids.contains("payload-body")) m = cat(raw, body);
    if (ids.contains("nul-message")) m = cat(raw, new byte[]{0});
    if (ids.contains("base64-of-hash")) m = utf8(u(dig("SHA-256", raw)));
    if (ids.contains("hash-member-message")) m = utf8(hash);
    byte[] sd = seed;
    if (ids.contains("bigint-seed")) { sd = new BigInteger(1, seed).toByteArray(); if (sd.length > 32) sd = Arrays.copyOf(sd, 32); }
    if (ids.contains("pkcs8-head")) sd = Arrays.copyOf(cat(unhex("302e020100300506032b657004220420"), seed), 32);
    if (ids.contains("pem-text")) sd = Arrays.copyOf(utf8(((String) key.get("privatePem"))), 32);
    if (ids.contains("pem-body")) sd = Arrays.copyOf(utf8(((String) key.get("privatePem")).split("\n")[1]), 32);
    if (ids.contains("zero-padded")) sd = Arrays.copyOf(Arrays.copyOf(seed, 16), 32);
    if (ids.contains("sha512-seed")) sd = Arrays.copyOf(dig("SHA-512", seed), 32);
    if (ids.contains("sha256-hexseed")) sd = dig("SHA-256", utf8(hex(seed)));
    byte[] sig;
    if (ids.contains("hmac")) { Mac mac = Mac.getInstance("HmacSHA256"); mac.init(new SecretKeySpec(utf8((String) key.get("privatePem")), "HmacSHA256")); sig = mac.doFinal(m); }
    else if (ids.contains("ed448")) { Signature s = Signature.getInstance("Ed448"); if (ED448 == null) ED448 = KeyPairGenerator.getInstance("Ed448").generateKeyPair(); s.initSign(ED448.getPrivate()); s.update(m); sig = s.sign(); }
    else if (ids.contains("rsa")) { if (RSA == null) RSA = KeyPairGenerator.getInstance("RSA").generateKeyPair(); Signature s = Signature.getInstance("SHA256withRSA"); s.initSign(RSA.getPrivate()); s.update(m); sig = s.sign(); }
    else if (ids.contains("ph")) sig = edp(sd, m, true, null);
    else if (ids.contains("ctx-empty")) sig = edp(sd, m, false, new byte[0]);
    else if (ids.contains("ctx-svc")) sig = edp(sd, m, false, utf8("SVC-SIGN"));
    else if (ids.contains("ctx-v1")) sig = edp(sd, m, false, utf8("1"));
    else sig = ed(sd, m);
    String s = u(sig);
    if (ids.contains("sig-newstring")) s = u(utf8(new String(sig, StandardCharsets.UTF_8)));
    if (ids.contains("sig-latin1")) s = u(utf8(new String(sig, StandardCharsets.ISO_8859_1)));
    if (ids.contains("sig-mime")) s = Base64.getMimeEncoder().encodeToString(sig);
    if (ids.contains("sig-bigint")) s = u(new BigInteger(1, sig).toByteArray());
    if (ids.contains("sig-hexupper")) s = hex(sig).toUpperCase();
    if (ids.contains("sig-arrays")) s = Arrays.toString(sig);
    if (ids.contains("sig-b32")) s = base32(sig);
    if (ids.contains("sig-asn1")) s = u(cat(new byte[]{4, 64}, sig));
    if (ids.contains("sig-urlencoder")) s = URLEncoder.encode(Base64.getEncoder().encodeToString(sig), StandardCharsets.UTF_8);
    if (ids.contains("sig-quoted")) s = "\"" + s + "\"";
    if (ids.contains("sig-prefix")) s = "ed25519=" + s;
    if (ids.contains("sig-pub")) s = u(cat(pub, sig));
    if (ids.contains("sig-std")) s = Base64.getEncoder().encodeToString(sig);
    Map<String, Object> r = new LinkedHashMap<>();
    r.put("SVC-API-KEY", hApi); r.put("SVC-IDEMPOTENCY-KEY", hIdem); r.put("SVC-TIMESTAMP", hTs); r.put("SVC-SIGN-VERSION", hVer); r.put("SVC-DATA", data); r.put("SVC-SIGN", s);
    if (ids.contains("drop-version")) r.remove("SVC-SIGN-VERSION");
    if (ids.contains("drop-time")) r.remove("SVC-TIMESTAMP");
    if (ids.contains("drop-data")) r.remove("SVC-DATA");
    if (ids.contains("one-header")) { r.clear(); r.put("Authorization", "SVC " + api + ":" + data + "." + s); }
    if (ids.contains("api-in-sign")) { r.put("SVC-API-KEY", s); r.put("SVC-SIGN", api); }
    if (ids.contains("crossed-idem")) { r.put("SVC-IDEMPOTENCY-KEY", hTs); r.put("SVC-TIMESTAMP", hIdem); }
    if (ids.contains("svcsign-names")) { Map<String, Object> q = new LinkedHashMap<>(); r.forEach((k, v) -> q.put(k.replace("SVC-", "SVC_").replace("-", "_"), v)); r = q; }
    if (ids.contains("nodash-names")) { Map<String, Object> q = new LinkedHashMap<>(); r.forEach((k, v) -> q.put(k.replace("API-KEY", "APIKEY").replace("IDEMPOTENCY-KEY", "IDEMPOTENCYKEY").replace("SIGN-VERSION", "SIGNVERSION"), v)); r = q; }
    return r;
  }
  static String form(Map<String, Object> p) { var j = new StringJoiner("&"); p.forEach((k, v) -> j.add(k + "=" + v)); return j.toString(); }
  static String base32(byte[] b) { String A = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; var o = new StringBuilder(); int acc = 0, n = 0; for (byte x : b) { acc = acc << 8 | x & 255; n += 8; while (n >= 5) { o.append(A.charAt(acc >> n - 5 & 31)); n -= 5; } acc &= (1 << n) - 1; } if (n > 0) o.append(A.charAt(acc << 5 - n & 31)); while (o.length() % 8 != 0) o.append('='); return o.toString(); }
  static String json(Object v) {
    if (v instanceof Map<?, ?> m) { var j = new StringJoiner(",", "{", "}"); m.forEach((k, o) -> j.add(json(k) + ":" + json(o))); return j.toString(); }
    if (v instanceof List<?> l) { var j = new StringJoiner(",", "[", "]"); l.forEach(o -> j.add(json(o))); return j.toString(); }
    return v instanceof String t ? '"' + t.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r") + '"' : String.valueOf(v);
  }
  static final String SEED = "4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718", A = "/v1/configuration/accounts/1000042", P = "/v1/trading/accounts/1000042/orders";
  static final long NOW = 1714564800123L;
  static String order(String volume, String more) { return "{\"type\":\"limit\",\"side\":\"buy\",\"instrument\":\"EURUSD\",\"volume\":\"" + volume + "\",\"price\":\"1.08550\"" + more + "}"; }
  static final String PRETTY = order("0.10", ",\"comment\":\"Grüße é\"").replace(":\"", ": \"").replace("{", "{\n  ").replace(",\"", ",\n  \"").replace("}", "\n}");
  static final String[][] POSTS = {{"POST", P, order("0.10", "")}, {"POST", P, order("0.11", "")}, {"POST", P, order("0.12", "")}, {"POST", P, order("0.13", "")}};
  static String[][] get(String path) { return new String[][] {{"GET", path, ""}}; }
  static final Map<String, String[][]> REQUESTS = Map.ofEntries(Map.entry("get", get(A + "/limits")), Map.entry("getm", get(A + "/limits")), Map.entry("gete", get(A + "/instruments?symbols=&limit=50")),
      Map.entry("getq", get(A + "/instruments?symbols=EURUSD&limit=50&after=a%2Fb%20c&active=1")), Map.entry("getu", get(A + "/instruments/Größe/conditions")), Map.entry("getc", get(A + "/instruments/EURUSD/conditions")),
      Map.entry("post", new String[][] {{"POST", P, PRETTY}}), Map.entry("postc", new String[][] {POSTS[0]}), Map.entry("posta", new String[][] {{"POST", P, order("0.10", ",\"comment\":\"a=b & <c>\"")}}),
      Map.entry("posth", POSTS), Map.entry("posth0", POSTS));
  // Id, the request that it signs, and the truth, which was written down first.
  static final String[][] SLIPS = {
    {"ascii-body", "post", "body hash of ASCII with ? for other letters"},
    {"nfd-body", "post", "hash of the body in NFD"},
    {"htmlsafe-body", "posta", "hash of Gson's HTML-safe spelling"},
    {"tostring-body", "postc", "hash of Map.toString"},
    {"bigdecimal-body", "postc", "hash with trailing zeros stripped from decimals"},
    {"unindent-body", "post", "hash of body without any white space"},
    {"gzip-body", "postc", "hash of gzip of the body (body sent plain)"},
    {"bom-body", "postc", "hash with a BOM"},
    {"length-body", "postc", "hash with the length before the body"},
    {"hash-tostring", "postc", "body hash is Java's [B@... text"},
    {"hash-arrays", "postc", "body_hash as Arrays.toString"},
    {"hash-bigint", "posth0", "body hash hex with the leading zero lost"},
    {"hash-hexnopad", "posth", "hex digits without leading zeros of bytes"},
    {"hash-mime", "posth", "body hash standard base64 padded"},
    {"hash-pad", "postc", "body hash padded"},
    {"hash-md5", "postc", "MD5"},
    {"hash-384", "postc", "SHA-384"},
    {"hash-224", "postc", "SHA-224"},
    {"hash-512256", "postc", "SHA-512/256"},
    {"hash-sha3", "postc", "SHA3-256"},
    {"hash-crc", "postc", "CRC-32"},
    {"hash-doc", "get", "body_hash empty on a GET"},
    {"hash-newstring", "postc", "hash went through UTF-8 text"},
    {"getpath", "getq", "path without query"},
    {"getquery", "getq", "path decoded (getQuery)"},
    {"urldecoder", "getq", "path decoded"},
    {"urlencoder", "getq", "query re-encoded (%20 to +)"},
    {"ascii-path", "getu", "path percent-encoded where it is sent raw"},
    {"context-path", "get", "prefix /api in signed path"},
    {"tolower-path", "getc", "path lower case"},
    {"reversed-query", "getq", "query in other order"},
    {"host-path", "get", "host in the path"},
    {"method-path", "get", "method in the path"},
    {"fragment-path", "get", "leading slash missing"},
    {"no-empty-params", "gete", "empty parameters left out"},
    {"enum-method", "get", "method HttpMethod.GET"},
    {"title-method", "get", "method Get"},
    {"format-time", "get", "header timestamp with thousands separators"},
    {"double-time", "get", "header timestamp in exponent form"},
    {"int-time", "get", "timestamp 32-bit overflow"},
    {"nano-uptime", "get", "timestamp from nanoTime (uptime)"},
    {"zone-time", "get", "clock ahead 5:30 h"},
    {"instant-header", "get", "header timestamp ISO"},
    {"seconds-payload", "get", "payload in seconds, header in ms"},
    {"second-now", "get", "header clock read twice"},
    {"double-payload", "get", "payload timestamp float / exponent"},
    {"exp-time", "get", "payload timestamp in exponent form"},
    {"version-string", "get", "sign_version string"},
    {"ed25519-version", "get", "SVC-SIGN-VERSION ed25519"},
    {"null-idem", "get", "idempotency_key \"null\" in payload, header empty"},
    {"space-idem", "get", "idempotency_key is a space in payload"},
    {"payload-idem-only", "postc", "header idempotency key empty on POST"},
    {"client-id", "postc", "idempotency key with slash and #"},
    {"trim-api", "get", "space before api_key"},
    {"api-b64", "get", "header API key base64"},
    {"omit-version", "get", "sign_version missing"},
    {"pascal", "get", "PascalCase members"},
    {"kebab", "get", "members with hyphens"},
    {"uri-member", "get", "path named uri"},
    {"body-member", "postc", "body instead of body_hash"},
    {"map-tostring", "get", "SVC-DATA is Map.toString"},
    {"query-payload", "get", "SVC-DATA is a form"},
    {"latin1-payload", "getu", "payload in Latin-1"},
    {"question-payload", "getu", "payload with ? for non-ASCII"},
    {"writeutf", "get", "writeUTF length prefix before the payload"},
    {"mime-data", "get", "SVC-DATA MIME base64 with line breaks"},
    {"pad-data", "get", "SVC-DATA padded"},
    {"plain-data", "getq", "SVC-DATA standard base64"},
    {"ascii-message", "getu", "signs payload with ? for non-ASCII"},
    {"latin1-message", "getu", "signs payload in Latin-1"},
    {"sha384-message", "get", "signs SHA-384"},
    {"sha1-message", "get", "signs SHA-1"},
    {"sha512-text", "get", "signs SHA-512 of the text"},
    {"sha256-text", "get", "signs SHA-256 of the text"},
    {"object-message", "get", "signs Map.toString"},
    {"treemap-message", "get", "signs payload sorted (serialised again)"},
    {"values-message", "get", "signs values joined"},
    {"sorted-form-message", "get", "signs sorted form"},
    {"prehash-pipe", "get", "signs fields joined by |"},
    {"fields-nosep", "get", "signs fields joined"},
    {"path-message", "get", "signs path"},
    {"payload-body", "postc", "signs payload + body"},
    {"nul-message", "get", "signs payload + NUL"},
    {"base64-of-hash", "get", "signs base64url text of SHA-256"},
    {"hash-member-message", "postc", "signs body_hash text"},
    {"pkcs8-head", "get", "private key misread: first 32 bytes of DER"},
    {"pem-text", "get", "private key misread: PEM text"},
    {"pem-body", "get", "private key misread: base64 text of the PEM"},
    {"zero-padded", "get", "private key misread: half, zero padded (unknown key)"},
    {"sha512-seed", "get", "private key misread: hashed"},
    {"sha256-hexseed", "get", "private key misread: hashed hex"},
    {"hmac", "get", "HMAC"},
    {"ed448", "get", "Ed448 signature (114 bytes)"},
    {"rsa", "get", "RSA"},
    {"ph", "get", "Ed25519ph"},
    {"ctx-svc", "get", "Ed25519ctx with another context"},
    {"ctx-v1", "get", "Ed25519ctx"},
    {"sig-newstring", "get", "signature through UTF-8 text"},
    {"sig-latin1", "get", "signature through Latin-1 to UTF-8"},
    {"sig-mime", "getm", "signature MIME base64 with line breaks"},
    {"sig-hexupper", "get", "signature hex upper case"},
    {"sig-arrays", "get", "signature as Arrays.toString"},
    {"sig-b32", "get", "signature base32"},
    {"sig-asn1", "get", "signature in an ASN.1 OCTET STRING"},
    {"sig-urlencoder", "get", "signature percent-encoded"},
    {"sig-quoted", "get", "signature in quotes"},
    {"sig-prefix", "get", "signature with prefix ed25519="},
    {"sig-pub", "get", "public key before signature"},
    {"sig-std", "get", "signature standard base64"},
    {"drop-version", "get", "SVC-SIGN-VERSION missing"},
    {"drop-time", "get", "SVC-TIMESTAMP missing"},
    {"drop-data", "get", "SVC-DATA missing"},
    {"one-header", "get", "all in one Authorization header"},
    {"api-in-sign", "get", "SVC-API-KEY and SVC-SIGN exchanged"},
    {"crossed-idem", "postc", "SVC-TIMESTAMP and SVC-IDEMPOTENCY-KEY exchanged"},
    {"svcsign-names", "get", "header names with underscores"},
    {"nodash-names", "get", "header names run together"},
    {"getquery+sig-hexupper", "getq", "path decoded; hex signature"},
    {"pkcs8-head+pad-data", "get", "DER head; padded data"},
    {"tolower-path+title-method", "getc", "path lower; method Get"},
    {"hash-mime+version-string", "posth", "hash standard; version string"},
    {"seconds-payload+sha1-message", "get", "seconds; SHA-1"},
  };
  public static void main(String[] a) throws Exception {
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    byte[] pkcs8 = cat(unhex("302e020100300506032b657004220420"), unhex(SEED));
    String pub = "4ba785a77c7166b5360e2e5fa45abad079b9bf17919affc45ee748b10b254338", pem = "-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(pkcs8) + "\n-----END PRIVATE KEY-----\n";
    Map<String, Object> key = Map.of("seed", SEED, "publicKey", pub, "privatePem", pem);
    for (String[] slip : SLIPS) {
      var requests = new ArrayList<Object>();
      for (String[] q : REQUESTS.get(slip[1])) {
        Map<String, Object> g = Map.of("apiKey", "tk_live_8842", "idempotencyKey", q[0].equals("POST") ? "java-order-000017" : "", "timestampMs", NOW, "method", q[0], "path", q[1], "body", hex(utf8(q[2])));
        var headers = new ArrayList<Object>();
        run(new HashSet<>(List.of(slip[0].split("\\+"))), g, key).forEach((k, v) -> headers.add(List.of(k, String.valueOf(v))));
        requests.add(Map.of("method", q[0], "target", q[1], "headers", headers, "body", g.get("body")));
      }
      out.println(json(Map.of("id", slip[0], "truth", slip[2], "key", "tk_live_8842", "public", pub, "now", NOW + 250, "requests", requests)));
    }
  }
}
