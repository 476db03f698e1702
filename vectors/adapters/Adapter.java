// Adapter for Java 17 and later: a signer by the JDK, and the client in clients/Client.java. Put your own in their place.
//   javac -d classes vectors/adapters/Adapter.java vectors/adapters/clients/Client.java
//   tsi vectors check --exec "java -cp classes Adapter"
//   tsi client run --exec "java -cp classes Adapter"
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

public class Adapter {
  static byte[] utf8(String text) { return text.getBytes(StandardCharsets.UTF_8); }
  static byte[] unhex(Object text) { return HexFormat.of().parseHex((String) text); }
  static String base64url(byte[] bytes) { return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes); }
  static String bodyHash(byte[] body) throws Exception { return base64url(MessageDigest.getInstance("SHA-256").digest(body)); }
  static byte[] pkcs8(Map<String, Object> key) { return unhex("302e020100300506032b657004220420" + key.get("seed")); }

  static String sign(byte[] pkcs8, byte[] message) throws Exception {
    Signature signer = Signature.getInstance("Ed25519");
    signer.initSign(KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
    signer.update(message);
    return base64url(signer.sign());
  }

  static Map<String, Object> headers(Map<String, Object> in, byte[] body, byte[] pkcs8) throws Exception {
    byte[] payload = utf8(Client.json(Map.of("api_key", in.get("apiKey"), "idempotency_key", in.get("idempotencyKey"),
        "timestamp", in.get("timestampMs"), "sign_version", 1, "method", in.get("method"), "path", in.get("path"),
        "body_hash", bodyHash(body))));
    return Map.of("SVC-API-KEY", in.get("apiKey"), "SVC-IDEMPOTENCY-KEY", in.get("idempotencyKey"),
        "SVC-TIMESTAMP", in.get("timestampMs").toString(), "SVC-SIGN-VERSION", "1",
        "SVC-DATA", base64url(payload), "SVC-SIGN", sign(pkcs8, payload));
  }

  static final Map<String, Client> CLIENTS = new HashMap<>();
  static final String[] ORDER =
      {"type", "side", "instrument", "volume", "price", "stop_loss_price", "take_profit_price", "position_id"};
  static final List<String> OPERATIONS = List.of("sign-request", "sign-payload", "hash-body",
      "begin", "place", "open", "close", "cancel", "outcome", "view", "end");
  static final Map<String, Object> CLAIMS = Map.of("streams", List.of(), "retries", true, "polls", true, "concurrent", false,
      "accounts", 2, "patienceMs", 5000, "requestTimeoutMs", 2000);

  static Map<String, Object> run(String operation, Map<String, Object> in, Map<String, Object> key) throws Exception {
    Client client = CLIENTS.get((String) in.getOrDefault("account", ""));
    return switch (operation) {
      case "sign-request" -> Map.of("headers", headers(in, unhex(in.get("body")), pkcs8(key)));
      case "sign-payload" -> Map.of("signature", sign(pkcs8(key), unhex(in.get("payload"))));
      case "hash-body" -> Map.of("bodyHash", bodyHash(unhex(in.get("body"))));
      case "begin" -> {
        Client begun = new Client(in, Adapter::headers);
        CLIENTS.put("", begun);
        CLIENTS.put((String) in.get("account"), begun);
        yield Map.of("degraded", "polling");
      }
      case "place" -> client.trade(in, "orders", ORDER);
      case "open" -> client.trade(in, "positions", ORDER);
      case "close" -> client.trade(in, "positions/" + client.entity(in, "position") + "/close", "volume");
      case "cancel" -> client.trade(in, "orders/" + client.entity(in, "order") + "/cancel");
      case "outcome" -> client.outcome(in);
      case "view" -> client.view();
      default -> Map.of();
    };
  }

  public static void main(String[] args) throws Exception {
    BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line; (line = reader.readLine()) != null; ) {
      Map<String, Object> asked = Client.object(line), reply = new HashMap<>();
      String operation = (String) asked.getOrDefault("operation", "");
      if (asked.get("cmd").equals("stop")) break;
      if (asked.get("cmd").equals("start")) {
        reply.putAll(Map.of("implementation", "JDK", "language", "Java", "capabilities", OPERATIONS, "claims", CLAIMS));
      } else {
        reply.put("seq", asked.get("seq"));
        try {
          if (OPERATIONS.contains(operation)) {
            reply.put("result", run(operation, Client.member(asked, "input"), Client.member(asked, "key")));
          } else {
            reply.put("skipped", Map.of("message", "it does not have this operation"));
          }
        } catch (Exception error) {
          reply.put("errored", Map.of("context", error.toString()));
        }
      }
      out.println(Client.json(reply));
    }
    System.exit(0);
  }
}
