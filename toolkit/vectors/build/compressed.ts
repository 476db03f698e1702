// The order of the vectors as it travels with Content-Encoding: the bytes are written down, since libraries compress differently.
import { unhex } from '../../signing/keys/der.js';

export const COMPRESSED: Readonly<Record<'gzip' | 'zlib', Uint8Array>> = {
  gzip: unhex(
    '1f8b0800000000000203ab562aa92c4855b252cac9cccd2c51d251cacc2b2e292acd4dcd2b010aba86068506bb00458b3353408a924a2b819cb2fc1ca00220d740cfd000c82f28ca4c06710df50ccc8d4c0d946a01b05d892455000000',
  ),
  zlib: unhex(
    '789cab562aa92c4855b252cac9cccd2c51d251cacc2b2e292acd4dcd2b010aba86068506bb00458b3353408a924a2b819cb2fc1ca00220d740cfd000c82f28ca4c06710df50ccc8d4c0d946a018d081941',
  ),
};
