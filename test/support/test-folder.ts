import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder, and how to be rid of it. */
export const testFolder = (): { readonly folder: string; remove(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
