// The look of pages that are written without the viewer: the fault matrix and the site of the interface. Contrast of at least 4.5 to 1
// in both themes; nothing is wider than a phone.

export const BASE_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fff, #12161c); --raised: light-dark(#f6f7f9, #1a2029);
  --line: light-dark(#d9dde3, #323b48); --ink: light-dark(#1a1f27, #e6eaf0); --soft: light-dark(#565f6d, #a3adbb);
  --link: light-dark(#1456b8, #8ab6ff); --pass: light-dark(#17703a, #6fd693); --fail: light-dark(#b3201c, #ff8f87);
  --open: light-dark(#8a5a00, #f0c060); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main, nav, footer { max-width: 1000px; margin: 0 auto; padding: 0 16px; overflow-wrap: anywhere; }
nav { padding-top: 14px; } footer { padding: 32px 16px; color: var(--soft); font-size: 13px; }
h1 { font-size: 24px; line-height: 1.25; margin: 20px 0 10px; } h2 { font-size: 17px; margin: 28px 0 8px; }
a { color: var(--link); text-underline-offset: 2px; }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; overflow-wrap: anywhere; }
.muted { color: var(--soft); }
summary { cursor: pointer; padding: 2px 0; color: var(--soft); }
label { display: block; margin: 12px 0; }
input { font: inherit; width: min(100%, 420px); padding: 5px 8px; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 6px; }
::placeholder { color: var(--soft); opacity: 1; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }`;
