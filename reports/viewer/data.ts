// Opens the packed data of the page: the document at the start, chunks of the journal on demand, each once.
import {
  CHUNK_ELEMENT,
  DATA_ELEMENT,
  type ViewerChunk,
  type ViewerData,
  type ViewerRecord,
} from '../render/viewer-data.js';
import { bytesOf } from './format.js';

export async function loadData(): Promise<ViewerData> {
  return (await unpack(DATA_ELEMENT)) as ViewerData; // written by the same version of the suite
}

const opened = new Map<number, Promise<ViewerChunk>>();

/** The records of a check, in order; undefined when the page does not carry them. */
export async function recordsOf(data: ViewerData, id: string): Promise<readonly ViewerRecord[] | undefined> {
  if (!Object.hasOwn(data.chunkOf, id)) return undefined;
  const number = data.chunkOf[id] ?? 0;
  const chunk = opened.get(number) ?? (unpack(`${CHUNK_ELEMENT}${number}`) as Promise<ViewerChunk>);
  opened.set(number, chunk);
  return (await chunk)[id];
}

async function unpack(elementId: string): Promise<unknown> {
  const text = document.getElementById(elementId)?.textContent;
  if (text === null || text === undefined) throw new Error(`the page lacks its part ${elementId}`);
  return unpackText(text);
}

/** From gzip in base64. */
export async function unpackText(text: string): Promise<unknown> {
  const packed = bytesOf(text.trim());
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}
