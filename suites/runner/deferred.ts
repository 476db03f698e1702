// A promise with its handles outside; Node 20 has no `Promise.withResolvers` yet.

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  const promise = new Promise<T>((give) => {
    resolve = give;
  });
  return { promise, resolve };
}
