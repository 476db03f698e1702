// A small client of the interface in Java 17 and later, without dependencies and without streams: it reads the status of operations and
// the snapshot. Your own client, or the SDK that you use, stands here.
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

class Client {
  interface Signing { Map<String, Object> headers(Map<String, Object> in, byte[] body, byte[] pkcs8) throws Exception; }
  record Answer(int status, Map<String, Object> body) {}

  private final Map<String, Object> given;
  private final Signing signing;
  private final byte[] pkcs8;
  private final Map<Object, Map<String, Object>> intents = new HashMap<>();

  Client(Map<String, Object> given, Signing signing) {
    this.given = given;
    this.signing = signing;
    pkcs8 = Base64.getMimeDecoder().decode(((String) given.get("privatePem")).replaceAll("-----.*?-----", ""));
  }

  /** Status 0 where there is no answer. */
  Answer send(String method, String name, String body, Object key) throws Exception {
    String path = "/v1/trading/accounts/" + given.get("account") + "/" + name;
    Map<String, Object> in = Map.of("apiKey", given.get("apiKey"), "idempotencyKey", key,
        "timestampMs", System.currentTimeMillis(), "method", method, "path", path);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(given.get("baseUrl") + path))
        .version(HttpClient.Version.HTTP_1_1).timeout(Duration.ofSeconds(2));
    if (body.isEmpty()) request.GET();
    else request.method(method, HttpRequest.BodyPublishers.ofString(body)).setHeader("Content-Type", "application/json");
    signing.headers(in, Adapter.utf8(body), pkcs8).forEach((header, value) -> request.setHeader(header, (String) value));
    try { // A new one for each request: on a kept connection it would send again by itself.
      HttpResponse<String> answer = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(answer.statusCode(), object(answer.body()));
    } catch (IOException | RuntimeException lost) {
      return new Answer(0, Map.of());
    }
  }

  Map<String, Object> trade(Map<String, Object> in, String path, String... names) throws Exception {
    Map<String, Object> members = new LinkedHashMap<>(in);
    members.keySet().retainAll(List.of(names));
    Map<String, Object> mine = new HashMap<>(Map.of("state", "unknown", "key", UUID.randomUUID().toString()));
    intents.put(in.get("intent"), mine);
    for (int attempt = 0; attempt < 5; attempt += 1) {
      Answer answer = send("POST", path, json(members), mine.get("key"));
      boolean again = answer.status == 0 || answer.status == 500;
      if (answer.body.get("operation_id") instanceof String id) {
        mine.putAll(Map.of("state", "pending", "operationId", id));
      } else if (!again && attempt == 0) { // The refusal of a repeat would prove nothing of the call before it.
        mine.put("state", "refused");
        mine.put("code", answer.body.get("error") instanceof Map<?, ?> error ? error.get("code") : answer.status);
      }
      if (!again) break;
      Thread.sleep(50L << attempt);
    }
    for (int left = 150; outcome(in).get("state").equals("pending") && left > 0; left -= 1) Thread.sleep(30);
    return outcome(in);
  }

  Map<String, Object> outcome(Map<String, Object> in) throws Exception {
    Map<String, Object> mine = intents.get(in.get("intent"));
    if (mine.get("state").equals("pending")) {
      Map<String, Object> said = send("GET", "operations/" + mine.get("operationId"), "", "").body;
      if (said.get("status") instanceof String state && state.matches("success|rejected|failed")) {
        mine.put("state", state);
        mine.put("code", said.get("error_code"));
      }
    }
    Map<String, Object> shown = new HashMap<>(mine);
    shown.remove("key");
    return shown;
  }

  Map<String, Object> view() throws Exception {
    Answer answer = send("GET", "snapshot", "", "");
    Map<String, Object> view = new HashMap<>(Map.of("current", answer.status == 200));
    view.put("account", answer.body.get("account_state"));
    for (String kind : List.of("order", "position")) {
      List<Map<String, Object>> held = cast(answer.body.getOrDefault(kind + "s", List.of()));
      held.forEach(one -> one.put("id", one.get(kind + "_id")));
      view.put(kind + "s", held);
    }
    return view;
  }

  /** What is named, what the call of an intent left behind, or the first. */
  Object entity(Map<String, Object> in, String kind) throws Exception {
    if (in.containsKey(kind + "_id")) return in.get(kind + "_id");
    List<Map<String, Object>> held = cast(view().get(kind + "s"));
    Object key = intents.getOrDefault(in.get("of"), Map.of()).get("key");
    var own = held.stream().filter(one -> key != null && key.equals(one.get("client_request_id"))).findFirst();
    return own.orElseGet(() -> held.get(0)).get("id");
  }

  // JSON out and in, since the JDK has none; use your library instead.
  static String json(Object value) {
    if (value instanceof Map<?, ?> map) {
      var members = map.entrySet().stream().map(one -> json(one.getKey()) + ":" + json(one.getValue()));
      return members.collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> list) return list.stream().map(Client::json).collect(Collectors.joining(",", "[", "]"));
    if (!(value instanceof String text)) return String.valueOf(value);
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  static Map<String, Object> object(String text) {
    Object value = text.isBlank() ? Map.of() : new Reading(text).value();
    return value instanceof Map<?, ?> ? cast(value) : Map.of();
  }

  static Map<String, Object> member(Map<String, Object> object, String name) { return cast(object.getOrDefault(name, Map.of())); }

  @SuppressWarnings("unchecked") // whoever asks knows what stands there
  private static <T> T cast(Object value) { return (T) value; }

  private static class Reading {
    private final String text;
    private int at;

    Reading(String text) { this.text = text; }

    Object value() {
      char first = next();
      if (first == '"') return string();
      if (first == '{' || first == '[') return several(first == '{');
      int from = at - 1;
      while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || "-+.".indexOf(text.charAt(at)) >= 0)) at += 1;
      String word = text.substring(from, at);
      if (word.equals("null")) return null;
      return word.equals("true") || word.equals("false") ? (Object) word.equals("true") : new BigDecimal(word);
    }

    private Object several(boolean isObject) {
      Map<String, Object> map = new LinkedHashMap<>();
      List<Object> list = new ArrayList<>();
      for (char next = next(); next != '}' && next != ']'; next = next()) {
        if (next == ',') continue;
        at -= 1;
        if (!isObject) {
          list.add(value());
          continue;
        }
        String name = (String) value();
        next(); // the colon
        map.put(name, value());
      }
      return isObject ? map : list;
    }

    private String string() {
      StringBuilder found = new StringBuilder();
      for (char next = text.charAt(at++); next != '"'; next = text.charAt(at++)) {
        if (next != '\\') {
          found.append(next);
          continue;
        }
        char escape = text.charAt(at++);
        int known = "nrtbf".indexOf(escape);
        if (escape == 'u') found.append((char) Integer.parseInt(text.substring(at, at += 4), 16));
        else found.append(known < 0 ? escape : "\n\r\t\b\f".charAt(known));
      }
      return found.toString();
    }

    private char next() {
      while (Character.isWhitespace(text.charAt(at))) at += 1;
      return text.charAt(at++);
    }
  }
}
