import { Type } from '@sinclair/typebox'
import { text, url } from './setting-kinds.ts'

/** The pages for browsers. */
export const pages = {
  WEB_DIR: Type.Optional(
    text(
      'Folder of the built pages, which `npm start` and `npm run demo` write; without it browsers get JSON as everybody does',
    ),
  ),
  PLAY_MONEY_URL: Type.Optional(
    url('Where the pages of a demonstration get play money; only with `MODE=demo`, refused by `npm start`'),
  ),
}
