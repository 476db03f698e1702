# Wrong signers of Ruby programmers, the second set: interface 5 read, the doctor not. One JSON document a signer, on standard output.
require 'openssl'; require 'json'; require 'base64'; require 'digest'; require 'cgi'; require 'uri'; require 'yaml'; require 'zlib'; require 'erb'; require 'time'
SEED=['4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718'].pack('H*')
def keyof(s) = OpenSSL::PKey.read(['302e020100300506032b657004220420'].pack('H*')+s)
K=keyof(SEED); PUBHEX=K.public_to_der[-32..].unpack1('H*'); NOW=1714564800123; KEY='tk_live_8842'
GET=['GET','/v1/configuration/accounts/1000042/instruments?sort=-name&tags=a,b|c&q=%E2%82%AC+1&z=~x','']
POST=['POST','/v1/trading/accounts/1000042/orders','{"type":"limit","side":"buy","volume":"1.10","price":"1.0800","note":"50 % ≥ <x> \u2028 end","legs":[{"a":1},{"a":2}],"ok":true,"none":null}']
def u(b)=Base64.urlsafe_encode64(b,padding:false)
def sha(b)=Digest::SHA256.digest(b)
def comp(p)=JSON.generate(p)
def req(r,o)
 m,t,b=r; idem=o[:idem]||(m=='GET' ? '' : 'rb-000-17'); ts=o[:ts]||NOW
 p={'api_key'=>KEY,'idempotency_key'=>idem,'timestamp'=>ts,'sign_version'=>1,'method'=>(o[:method]?o[:method].(m):m),'path'=>(o[:path]?o[:path].(t):t),'body_hash'=>(o[:bh]?o[:bh].(b):u(sha(b)))}
 p=o[:payload].(p) if o[:payload]; raw=(o[:ser]?o[:ser].(p):comp(p)); data=(o[:data]?o[:data].(raw):u(raw))
 c={m:m,t:t,b:b,p:p,raw:raw,data:data,ts:ts,idem:idem}; msg=o[:msg]?o[:msg].(c):raw; sig=o[:sign]?o[:sign].(msg,c):K.sign(nil,msg); st=o[:sig]?o[:sig].(sig,c):u(sig)
 h=[['SVC-API-KEY',KEY],['SVC-IDEMPOTENCY-KEY',idem.to_s],['SVC-TIMESTAMP',(o[:hts]||ts).to_s],['SVC-SIGN-VERSION',o[:hver]||'1'],['SVC-DATA',data],['SVC-SIGN',st]]
 h=o[:headers].(h) if o[:headers]; m,t,b=o[:sent].(m,t,b) if o[:sent]
 {method:m,target:t,headers:h,body:b.b.unpack1('H*')}
end
def slip(id,truth,o={},rs=[GET,POST],now=NOW+400) = puts(JSON.generate({id:id,truth:truth,key:KEY,public:PUBHEX,now:now,requests:rs.map{|r|req(r,o)}}))
G=[GET];P=[POST]
def bh(&f)={bh:->(b){u(sha(b==''?'':f.(b)))}}
def re(&f)={path:->(t){a,q=t.split('?',2);q ? a+'?'+f.(q) : a}}
slip 'sign-twice','the signature is signed again',{sign:->(m,c){K.sign(nil,K.sign(nil,m))}}
slip 'sig-of-other','signature of the previous request',{msg:->(c){comp(c[:p].merge('path'=>'/v1/configuration/accounts/1000042/limits'))}},G
slip 'sig-basic','Basic auth in SVC-SIGN',{sig:->(s,c){'Basic '+Base64.strict_encode64("#{KEY}:secret")}}
slip 'sig-uuid','a UUID as signature',{sig:->(s,c){'6f9619ff-8b86-d011-b42d-00cf4fc964ff'}}
slip 'sig-totp','a one-time code',{sig:->(s,c){'492039'}}
slip 'sig-paseto','PASETO token in SVC-SIGN',{sig:->(s,c){'v4.public.'+u(c[:raw]+s)}}
slip 'sig-jwe','JWE (five parts)',{sig:->(s,c){['{"alg":"dir","enc":"A256GCM"}','','123456789012','abcdefghijklmnopqrstuv','0123456789abcdef'].map{|x|u(x)}.join('.')}}
slip 'sig-checksum','signature with 4 bytes checksum',{sig:->(s,c){u(s+sha(sha(s))[0,4])}}
slip 'sig-a85','Ascii85 with <~ ~>',{sig:->(s,c){'<~'+s.unpack('N*').map{|n|5.times.map{|i|((n/85**(4-i))%85+33).chr}.join}.join+'~>'}}
slip 'sig-qp','quoted-printable of padded base64',{sig:->(s,c){Base64.strict_encode64(s).gsub('=','=3D')}}
slip 'sig-msgpack','MessagePack bin wrapper',{sig:->(s,c){u("\xc4\x40".b+s)}}
slip 'sig-textrev','the text reversed',{sig:->(s,c){u(s).reverse}}
slip 'sig-encode64-60','encode64: a line break written as \\n after 60 characters',{sig:->(s,c){Base64.encode64(s).gsub("\n",'\\n')}}
slip 'sig-dump','String#inspect of the raw bytes',{sig:->(s,c){s.inspect.force_encoding('ASCII-8BIT').gsub(/[^ -~]/n){|x|'\\x%02X'%x.ord}}}
slip 'sig-hex64','first 64 hex characters',{sig:->(s,c){s.unpack1('H*')[0,64]}}
slip 'sig-hmac-b64','HMAC-SHA256 base64 (44 characters)',{sig:->(s,c){Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256',SEED,c[:raw]))}}
slip 'sig-hmac-stripe','t=,v1= pair of Stripe',{sig:->(s,c){"t=#{NOW/1000},v1=#{OpenSSL::HMAC.hexdigest('SHA256',SEED,c[:raw])}"}}
slip 'sig-sha256eq','sha256=hex (GitHub webhooks)',{sig:->(s,c){'sha256='+OpenSSL::HMAC.hexdigest('SHA256',SEED,c[:raw])}}
slip 'k-pbkdf2','PBKDF2 of the seed',{sign:->(m,c){keyof(OpenSSL::PKCS5.pbkdf2_hmac(SEED,'',1,32,'SHA256')).sign(nil,m)}}
slip 'k-nibble','hex read with two digits exchanged at the ends (typo)',{sign:->(m,c){keyof("\x4e".b+SEED[1..]).sign(nil,m)}}
slip 'k-hexdecode-twice','hex of hex cut',{sign:->(m,c){keyof(SEED.unpack1('H*').unpack1('H*')[0,32]).sign(nil,m)}}
slip 'k-0xhex','text with 0x taken as bytes',{sign:->(m,c){keyof(('0x'+SEED.unpack1('H*'))[0,32]).sign(nil,m)}}
slip 'k-xor','key encrypted with a password byte (not decrypted)',{sign:->(m,c){keyof(SEED.bytes.map{|x|x^0x5a}.pack('C*')).sign(nil,m)}}
slip 'k-signed-bytes','shifted by one: first byte dropped, zero appended',{sign:->(m,c){keyof(SEED[1..]+"\0").sign(nil,m)}}
slip 'payload-yaml-dump','YAML.dump',{ser:->(p){YAML.dump(p)}}
slip 'payload-marshal','Marshal.dump',{ser:->(p){Marshal.dump(p)}}
slip 'payload-inspect','Hash#inspect with symbols',{ser:->(p){p.transform_keys(&:to_sym).inspect}}
slip 'payload-csv','CSV line with head',{ser:->(p){p.keys.join(',')+"\n"+p.values.join(',')}}
slip 'payload-ini','key=value lines',{ser:->(p){p.map{|k,v|"#{k}=#{v}"}.join("\n")}}
slip 'payload-json5','single quotes',{ser:->(p){comp(p).tr('"',"'")}}
slip 'payload-comment','a comment in the JSON',{ser:->(p){'/* v1 */'+comp(p)}}
slip 'payload-missing-brace','last brace lost',{ser:->(p){comp(p)[0..-2]}}
slip 'payload-fmt','format string not filled: %s as path',{payload:->(p){p.merge('path'=>'%s')}}
slip 'payload-typo','idempotencykey misspelt: idempotancy_key',{payload:->(p){p.map{|k,v|[k=='idempotency_key'?'idempotancy_key':k,v]}.to_h}}
slip 'payload-space-name','member name with a trailing blank',{payload:->(p){p.map{|k,v|[k=='path'?'path ':k,v]}.to_h}}
slip 'payload-nested-json-text','the payload as text in a member "data"',{ser:->(p){JSON.generate({'data'=>comp(p)})}}
slip 'p-version-gem','version of the gem',{payload:->(p){p.merge('sign_version'=>'1.4.2')},hver:'1.4.2'}
slip 'p-bool-version','sign_version true',{payload:->(p){p.merge('sign_version'=>true)}}
slip 'p-ts-array','timestamp as [seconds, nanos]',{payload:->(p){p.merge('timestamp'=>[NOW/1000,123000000])},hts:NOW}
slip 'p-ts-rfc2822','Time#httpdate in payload only',{payload:->(p){p.merge('timestamp'=>Time.at(NOW/1000).httpdate)},hts:NOW}
slip 'p-ts-hex','timestamp hexadecimal in both',{ts:NOW.to_s(16)}
slip 'p-ts-local8','Beijing time read as UTC',{ts:NOW+8*3600000}
slip 'p-ts-45','Nepal +05:45',{ts:NOW+(5*60+45)*60000}
slip 'p-ts-2days','date of a test fixture',{ts:1500000000000}
slip 'p-ts-slow','queued 95 seconds before being sent',{ts:NOW-95000}
slip 'p-body-hash-old','body_hash memoised from the first request (empty)',{bh:->(b){'47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'}},P
slip 'p-idem-hash','key on the header is new at each retry',{headers:->(h){h.map{|k,v|[k,k=~/IDEMP/ ? 'rb-000-18' : v]}}},P
slip 'p-ts-header-new','header timestamp renewed on retry',{hts:NOW+250}
slip 'bh-to-query','Rails to_query of the body',bh{|b|h=JSON.parse(b);f=->(v,k){case v when Hash then v.map{|a,x|f.(x,"#{k}[#{a}]")}.sort.join('&') when Array then v.map{|x|f.(x,"#{k}[]")}.join('&') else "#{CGI.escape(k)}=#{CGI.escape(v.to_s)}" end};h.map{|k,v|f.(v,k)}.sort.join('&')},P
slip 'bh-as-json','ActiveSupport escapes < > & and U+2028',bh{|b|b.gsub(/[<>&\u2028\u2029]/){|x|'\\u%04x'%x.ord}},P
slip 'bh-pretty','JSON.pretty_generate',bh{|b|JSON.pretty_generate(JSON.parse(b))},P
slip 'bh-inspect','Hash#inspect',bh{|b|JSON.parse(b).inspect},P
slip 'bh-str-inspect','String#inspect of the body',bh{|b|b.inspect},P
slip 'bh-compact-nil','nulls removed',bh{|b|JSON.generate(JSON.parse(b).compact)},P
slip 'bh-sym','Hash of symbols inspected',bh{|b|JSON.parse(b,symbolize_names:true).inspect},P
slip 'bh-yaml','YAML of the body',bh{|b|YAML.dump(JSON.parse(b))},P
slip 'bh-base64digest','base64digest with padding',{bh:->(b){Digest::SHA256.base64digest(b)}}
slip 'bh-hexdigest','hexdigest',{bh:->(b){Digest::SHA256.hexdigest(b)}}
slip 'bh-object','Digest object printed: #<Digest::SHA256: ...>',{bh:->(b){Digest::SHA256.new.update(b).inspect}}
slip 'bh-etag','quoted weak ETag W/"..."',{bh:->(b){"W/\"#{Digest::MD5.hexdigest(b)}\""}}
slip 'bh-length','body length for the hash',{bh:->(b){b.bytesize.to_s}}
slip 'bh-values-sorted','values sorted by name, joined',bh{|b|JSON.parse(b).sort.map{|k,v|v.to_s}.join},P
slip 'bh-xml','hash of XML',bh{|b|'<order>'+JSON.parse(b).map{|k,v|"<#{k}>#{v}</#{k}>"}.join+'</order>'},P
slip 'bh-before-default','middleware filled a default afterwards: "tif":"GTC"',{sent:->(m,t,b){[m,t,b.sub('"ok"','"tif":"GTC","ok"')]}},P
slip 'bh-trim-zeros','gateway turned "1.10" into "1.1"',{sent:->(m,t,b){[m,t,b.sub('"1.10"','"1.1"')]}},P
slip 'bh-member-removed','gateway removed the null',{sent:->(m,t,b){[m,t,b.sub(',"none":null','')]}},P
slip 'bh-redacted','logger replaced a value in the capture by ***',{sent:->(m,t,b){[m,t,b.sub('"1.0800"','"***"')]}},P
slip 't-pipe','client encoded | as %7C',{sent:->(m,t,b){[m,t.sub('|','%7C'),b]}},G
slip 't-comma','client encoded , as %2C',{sent:->(m,t,b){[m,t.sub(',','%2C'),b]}},G
slip 't-stage','API gateway stage /prod',{sent:->(m,t,b){[m,'/prod'+t,b]}}
slip 't-drop-query','CDN dropped the query',{sent:->(m,t,b){[m,t.split('?')[0],b]}},G
slip 't-header-joined','proxy joined two SVC-SIGN',{headers:->(h){h.map{|k,v|[k,k=='SVC-SIGN' ? "#{v}, #{v}" : v]}}}
slip 't-header-lower','proxy lower-cased values',{headers:->(h){h.map{|k,v|[k,v.downcase]}}}
slip 't-header-cut','header cut at 256',{headers:->(h){h.map{|k,v|[k,v[0,256]]}}}
slip 't-header-obs','values wrapped in <>',{headers:->(h){h.map{|k,v|[k,"<#{v}>"]}}}
slip 't-hdr-space-name','SVC SIGN with a blank as JSON log header names SVC_SIGN',{headers:->(h){h.map{|k,v|[k.tr('-','_'),v]}}}
slip 'path-www-form','encode_www_form of decode_www_form',re{|q|URI.encode_www_form(URI.decode_www_form(q))},G
slip 'path-cgi-escape','CGI.escape of the whole path',{path:->(t){CGI.escape(t)}}
slip 'path-erb','ERB url_encode per value',re{|q|q.split('&').map{|x|k,v=x.split('=',2);"#{k}=#{ERB::Util.url_encode(CGI.unescape(v))}"}.join('&')},G
slip 'path-to-h','hash printed with =>',re{|q|URI.decode_www_form(q).to_h.inspect},G
slip 'path-ws','wss:// URL',{path:->(t){'wss://api.example.com'+t}},G
slip 'path-path-only-last','only the last segment',{path:->(t){t.split('?')[0].split('/').last}}
slip 'path-query-only','only the query',{path:->(t){t.split('?')[1]||''}},G
slip 'path-id-masked','account masked ****',{path:->(t){t.sub('1000042','***0042')}}
slip 'path-env','base url variable not expanded ${BASE_URL}',{path:->(t){'${BASE_URL}'+t}}
slip 'path-v2','/v2',{path:->(t){t.sub('/v1/','/v2/')}}
slip 'msg-inspect','inspect of the payload text signed',{msg:->(c){c[:raw].inspect}}
slip 'msg-sorted-values','values sorted by name joined signed',{msg:->(c){c[:p].sort.map{|k,v|v.to_s}.join}}
slip 'msg-kv-nl','k:v lines signed',{msg:->(c){c[:p].map{|k,v|"#{k}:#{v}"}.join("\n")}}
slip 'msg-data-and-key','data.apikey signed',{msg:->(c){c[:data]+'.'+KEY}}
slip 'msg-sha1','SHA-1 of payload signed',{msg:->(c){Digest::SHA1.digest(c[:raw])}}
slip 'msg-md5hex','MD5 hex of payload signed',{msg:->(c){Digest::MD5.hexdigest(c[:raw])}}
slip 'msg-hmac','HMAC of payload (by the seed) signed',{msg:->(c){OpenSSL::HMAC.digest('SHA256',SEED,c[:raw])}}
slip 'msg-gzip','zlib-compressed payload signed',{msg:->(c){Zlib.deflate(c[:raw])}}
slip 'msg-pretty-ruby','pretty_generate signed',{msg:->(c){JSON.pretty_generate(c[:p])}}
slip 'msg-body-then-data','body + payload signed',{msg:->(c){c[:b]+c[:raw]}},P
slip 'msg-all-headers','header lines signed Name: value\\r\\n',{msg:->(c){["SVC-API-KEY: #{KEY}","SVC-IDEMPOTENCY-KEY: #{c[:idem]}","SVC-TIMESTAMP: #{NOW}","SVC-SIGN-VERSION: 1","SVC-DATA: #{c[:data]}"].join("\r\n")}}
slip 'msg-request-line','request line signed',{msg:->(c){"#{c[:m]} #{c[:t]} HTTP/1.1"}}
slip 'msg-date','payload + ISO date signed',{msg:->(c){c[:raw]+Time.at(NOW/1000).utc.iso8601}}
