import { buildWeb } from '../../../../src/launch/build-web.ts'
import type { WebFiles } from '../../../../src/http/pages/pages.ts'
import { readWebFiles } from '../../../../src/server/web-files.ts'
import { keptLog } from '../../still.ts'
import { testFolder } from '../../test-folder.ts'

/** The pages of this source, built and read as the launcher and the servers do it. */
export const builtPages = async (): Promise<WebFiles> => {
  const { folder, remove } = testFolder()
  await buildWeb(folder)
  const log = keptLog()
  const files = readWebFiles(folder, log)
  remove()
  if (!files) throw new Error(`the pages cannot be read: ${JSON.stringify(log.lines)}`)
  return files
}

/** What a browser sends. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
