// Adapter for Java 17 and later, without dependencies: a signer and verifier by the JDK. Put your own client's methods in place of these.
//   tsi vectors check --exec "java vectors/adapters/Adapter.java"
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import java.util.regex.*;

public class Adapter {
  static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();
  static final HexFormat HEX = HexFormat.of();
  // Strings and numbers by member name; enough for flat questions. Use your JSON library instead.
  static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":(?:\"((?:[^\"\\\\]++|\\\\.)*+)\"|(-?\\d+))");
  static String json(String text) { return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'; }
  static String plain(String text) { return text.replaceAll("\\\\([\"\\\\/])", "$1"); }

  static byte[] hash(byte[] body) throws Exception { return MessageDigest.getInstance("SHA-256").digest(body); }

  static String sign(String seed, byte[] message) throws Exception {
    byte[] pkcs8 = HEX.parseHex("302e020100300506032b657004220420" + seed);
    Signature signer = Signature.getInstance("Ed25519");
    signer.initSign(KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
    signer.update(message);
    return BASE64URL.encodeToString(signer.sign());
  }

  static String signRequest(Map<String, String> in) throws Exception {
    String bodyHash = BASE64URL.encodeToString(hash(HEX.parseHex(in.get("body"))));
    byte[] payload = ("{\"api_key\":" + json(in.get("apiKey")) + ",\"idempotency_key\":" + json(in.get("idempotencyKey"))
        + ",\"timestamp\":" + in.get("timestampMs") + ",\"sign_version\":1,\"method\":" + json(in.get("method"))
        + ",\"path\":" + json(in.get("path")) + ",\"body_hash\":" + json(bodyHash) + "}").getBytes(StandardCharsets.UTF_8);
    return "{\"headers\":{\"SVC-API-KEY\":" + json(in.get("apiKey")) + ",\"SVC-IDEMPOTENCY-KEY\":" + json(in.get("idempotencyKey"))
        + ",\"SVC-TIMESTAMP\":\"" + in.get("timestampMs") + "\",\"SVC-SIGN-VERSION\":\"1\",\"SVC-DATA\":\""
        + BASE64URL.encodeToString(payload) + "\",\"SVC-SIGN\":\"" + sign(in.get("seed"), payload) + "\"}}";
  }

  public static void main(String[] args) throws Exception {
    BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line; (line = reader.readLine()) != null; ) {
      Map<String, String> in = new HashMap<>();
      // `input` comes before `key`, so that its members win where names are equal.
      for (Matcher m = MEMBER.matcher(line); m.find(); ) in.putIfAbsent(m.group(1), m.group(3) != null ? m.group(3) : plain(m.group(2)));
      if (in.get("cmd").equals("stop")) return;
      String result = switch (in.getOrDefault("operation", "start")) {
        case "sign-request" -> signRequest(in);
        case "sign-payload" -> "{\"signature\":\"" + sign(in.get("seed"), HEX.parseHex(in.get("payload"))) + "\"}";
        case "hash-body" -> "{\"bodyHash\":\"" + BASE64URL.encodeToString(hash(HEX.parseHex(in.get("body")))) + "\"}";
        default -> null;
      };
      out.println(result != null ? "{\"seq\":" + in.get("seq") + ",\"result\":" + result + "}"
          : "{\"implementation\":\"JDK\",\"language\":\"Java\",\"capabilities\":[\"sign-request\",\"sign-payload\",\"hash-body\"]}");
    }
  }
}
