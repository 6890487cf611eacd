import { resolve } from 'node:path'
import { buildWeb } from '../src/launch/build-web.ts'

/** `npm run web -- DIR`: builds the pages for servers that no launcher starts; they read them from `WEB_DIR`. */

const [folder, ...more] = process.argv.slice(2)
if (folder === undefined || more.length > 0) {
  process.stderr.write('claros: usage: npm run web -- DIR\n')
  process.exit(2)
}
const { assets } = await buildWeb(resolve(folder))
process.stdout.write(`${assets.length + 1} files in ${resolve(folder)}; start each server with WEB_DIR set to it\n`)
