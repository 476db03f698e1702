// What languages print of an object that has no text of its own: the name of its type. For what was signed or hashed in place of it.

const DICTIONARIES = ['Dictionary', 'SortedDictionary', 'Concurrent.ConcurrentDictionary'];
const MEMBERS = ['System.Object', 'System.String', 'System.Text.Json.JsonElement'];

export const TYPE_NAMES: readonly string[] = [
  ...['Object', 'Map', 'Array', 'Uint8Array', 'ArrayBuffer', 'Blob', 'Promise', 'FormData', 'URLSearchParams'].map(
    (name) => `[object ${name}]`,
  ),
  ...DICTIONARIES.flatMap((name) => {
    const space = name.includes('.') ? 'System.Collections' : 'System.Collections.Generic';
    return MEMBERS.map((member) => `${space}.${name}\`2[System.String,${member}]`);
  }),
  ...['Hashtable', 'Specialized.OrderedDictionary', 'Specialized.NameValueCollection'].map(
    (name) => `System.Collections.${name}`,
  ),
  ...['Object', 'String', 'Byte', 'Char'].map((name) => `System.${name}[]`),
  ...['System.Dynamic.ExpandoObject', 'System.Management.Automation.PSCustomObject', 'System.IO.MemoryStream'],
  ...['System.Net.Http.StringContent', 'System.Net.Http.ByteArrayContent', 'System.Text.Json.JsonDocument'],
  ...['Payload', '_Map', '_Map<String, dynamic>'].map((name) => `Instance of '${name}'`),
  ...["<class 'dict'>", 'dict', 'Dictionary', 'Hash', 'list'],
];
