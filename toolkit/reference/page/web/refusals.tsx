// What was refused last, in the words of the log: the reason, what came, what would have been right, what the doctor says.
import type { Note } from '../../notes/note.js';

export function Refusals({ refusals }: { refusals: readonly Note[] }) {
  return (
    <section aria-labelledby="refusals" class="wide">
      <h2 id="refusals">
        Last refusals, of all accounts <span class="count">{refusals.length}</span>
      </h2>
      {refusals.length === 0 ? <p class="none">Nothing was refused yet.</p> : null}
      <ol class="refusals">
        {refusals.map((note, at) => (
          <Refusal key={at} note={note} />
        ))}
      </ol>
    </section>
  );
}

function Refusal({ note }: { note: Note }) {
  if (!('reason' in note) || note.reason === undefined) return null;
  const { name, detail, repeated } = note.reason;
  const help = [
    ['the doctor says', note.kind === 'request' ? note.explanation : undefined],
    ['what came', note.kind === 'result' ? undefined : note.got],
    ['the right form', note.kind === 'result' ? undefined : note.rightForm],
  ] as const;
  return (
    <li>
      <p>
        <span class="when">{note.at.slice(11, 23)}</span> {subjectOf(note)}
      </p>
      <p>
        <strong>{name}</strong>: {detail}
        {repeated === undefined ? '' : ` (as at ${repeated.first}, ${repeated.times} times by now)`}
      </p>
      {help.map(([title, text]) =>
        text === undefined ? null : (
          <p key={title}>
            {title}: <code>{text}</code>
          </p>
        ),
      )}
    </li>
  );
}

function subjectOf(note: Note): string {
  switch (note.kind) {
    case 'request':
      return `${note.status} ${note.method} ${note.target}`;
    case 'result':
      return `${note.operation} ${note.operationId} ${note.status}`;
    case 'refused-command':
      return `command on ${note.connection} of account ${note.accountId}`;
    default:
      return note.kind;
  }
}
