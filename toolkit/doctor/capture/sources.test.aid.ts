// Programs that make a signed request, in the words of the tools that write them (Postman, curlconverter), for the tests of the doctor.
import type { Capture } from './capture.js';

const bodyOf = ({ body }: Capture): string => Buffer.from(body ?? []).toString();
const url = ({ path }: Capture): string => `https://h.example${path}`;
const small = ({ method }: Capture): string => method.toLowerCase();
const title = ({ method }: Capture): string => method.charAt(0) + method.slice(1).toLowerCase();
const isSent = ({ body }: Capture): boolean => (body?.length ?? 0) > 0;
/** Code that stands there for a body alone. */
const sent = (one: Capture, code: string): string => (isSent(one) ? code : '');
const each = (one: Capture, write: (name: string, value: string) => string): string =>
  one.headers.map(([name, value]) => write(name, value)).join('\n');
const double = (one: Capture): string => JSON.stringify(bodyOf(one));
const table = (one: Capture, colon = ':'): string => each(one, (name, value) => `    '${name}'${colon} '${value}',`);

export const SOURCES: readonly (readonly [name: string, of: (one: Capture) => string])[] = [
  [
    'requests of Python, with variables',
    (one) =>
      `import requests\n\nheaders = {\n${table(one)}\n    'Content-Type': 'application/json',\n}\n\n${sent(one, `data = '${bodyOf(one)}'.encode()\n\n`)}response = requests.${small(one)}('${url(one)}', headers=headers${sent(one, ', data=data')})\n`,
  ],
  [
    'requests of Python, with the address in a variable',
    (one) =>
      `# don't share\nurl = "${url(one)}"\n${sent(one, `payload = ${double(one)}\n`)}headers = {\n${table(one)}\n}\n\nresponse = requests.request("${one.method}", url, headers=headers${sent(one, ', data=payload')})\n`,
  ],
  [
    'values in variables above the table',
    (one) =>
      `${one.headers.map(([, value], at) => `h${at} = "${value}"`).join('\n')}\nheaders = {${one.headers.map(([name], at) => `"${name}": h${at}`).join(', ')}}\nrequests.${small(one)}("${url(one)}", headers=headers${sent(one, `, data='${bodyOf(one)}'`)})\n`,
  ],
  [
    'Headers of a browser',
    (one) =>
      `const myHeaders = new Headers();\n${each(one, (name, value) => `myHeaders.append("${name}", "${value}");`)}\n\n${sent(one, `const raw = ${double(one)};\n`)}const requestOptions = {\n  method: "${one.method}",\n  headers: myHeaders,\n${sent(one, '  body: raw,\n')}};\n\nfetch("${url(one)}", requestOptions)\n  .then((response) => response.text());\n`,
  ],
  [
    'k6',
    (one) =>
      `import http from 'k6/http';\nexport default function () {\n  http.${small(one)}('${url(one)}', ${sent(one, `'${bodyOf(one).replaceAll('\\', '\\\\')}', `)}{\n    headers: {\n${table(one)}\n    },\n  });\n}\n`,
  ],
  [
    'XMLHttpRequest',
    (one) =>
      `const xhr = new XMLHttpRequest();\nxhr.open('${one.method}', '${url(one)}');\n${each(one, (name, value) => `xhr.setRequestHeader('${name}', '${value}');`)}\nxhr.send(${sent(one, `'${bodyOf(one)}'`)});\n`,
  ],
  [
    'net/http of Go',
    (one) =>
      `${sent(one, `data := strings.NewReader(\`${bodyOf(one)}\`)\n`)}req, err := http.NewRequest("${one.method}", "${url(one)}", ${isSent(one) ? 'data' : 'nil'})\n${each(one, (name, value) => `req.Header.Set("${name}", "${value}")`)}\nresp, err := client.Do(req)\n`,
  ],
  [
    'curl of PHP',
    (one) =>
      `<?php\n$ch = curl_init();\ncurl_setopt($ch, CURLOPT_URL, '${url(one)}');\ncurl_setopt($ch, CURLOPT_CUSTOMREQUEST, '${one.method}');\ncurl_setopt($ch, CURLOPT_HTTPHEADER, [\n${each(one, (name, value) => `    '${name}: ${value}',`)}\n]);\n${sent(one, `curl_setopt($ch, CURLOPT_POSTFIELDS, '${bodyOf(one)}');\n`)}$response = curl_exec($ch);\n`,
  ],
  [
    'Net::HTTP of Ruby',
    (one) =>
      `uri = URI('${url(one)}')\nreq = Net::HTTP::${title(one)}.new(uri)\n${each(one, (name, value) => `req['${name}'] = '${value}'`)}\n${sent(one, `req.body = '${bodyOf(one)}'\n`)}`,
  ],
  [
    'java.net.http',
    (one) =>
      `HttpRequest request = HttpRequest.newBuilder()\n    .uri(URI.create("${url(one)}"))\n    .${one.method}(${sent(one, `BodyPublishers.ofString(${double(one)})`)})\n${each(one, (name, value) => `    .setHeader("${name}", "${value}")`)}\n    .build();\n`,
  ],
  [
    'HttpClient of C#',
    (one) =>
      `var request = new HttpRequestMessage(HttpMethod.${title(one)}, "${url(one)}");\n${each(one, (name, value) => `request.Headers.Add("${name}", "${value}");`)}\n${sent(one, `request.Content = new StringContent(${double(one)}, null, "application/json");\n`)}`,
  ],
  [
    'reqwest of Rust',
    (one) =>
      `let res = client.${small(one)}("${url(one)}")\n${each(one, (name, value) => `    .header("${name}", "${value}")`)}\n${sent(one, `    .body(r#"${bodyOf(one)}"#)\n`)}    .send()?;\n`,
  ],
  [
    'URLSession of Swift',
    (one) =>
      `var request = URLRequest(url: URL(string: "${url(one)}")!)\nrequest.httpMethod = "${one.method}"\n${each(one, (name, value) => `request.setValue("${value}", forHTTPHeaderField: "${name}")`)}\n${sent(one, `request.httpBody = ${double(one)}.data(using: .utf8)\n`)}`,
  ],
  [
    'http of Dart',
    (one) =>
      `final res = await http.${small(one)}(Uri.parse('${url(one)}'), headers: {\n${table(one)}\n}${sent(one, `, body: '${bodyOf(one)}'`)});\n`,
  ],
];
