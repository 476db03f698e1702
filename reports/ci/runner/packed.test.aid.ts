// The package as it is packed, with the dependencies of this checkout beside it: what is missing in it is missing to whoever installs it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../toolkit/base/package-root.js';

/** Packs into a new folder `packed` of `folder`; the folder of the package, which lies in it. */
export function unpacked(folder: string): string {
  const place = join(folder, 'packed');
  mkdirSync(place);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', place], {
    cwd: packageRoot(),
    stdio: 'ignore',
  });
  const [tarball = 'no tarball'] = readdirSync(place);
  execFileSync('tar', ['-xzf', tarball], { cwd: place });
  symlinkSync(join(packageRoot(), 'node_modules'), join(place, 'node_modules'));
  return join(place, 'package');
}
