import { join } from 'node:path'
import { buildClient } from './build-client.ts'

/** `npm run client`: builds `client/dist`; `npm pack ./client` then makes the package. */

await buildClient(join(import.meta.dir, '..', 'client'))
