#!/usr/bin/env node
// `npx claros verify FILE|-`: hands the arguments to the command line through the launcher.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.argv.splice(2, 0, 'src/cli/main.ts')
await import(join(root, 'launch.mjs'))
