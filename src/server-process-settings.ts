import { Type } from '@sinclair/typebox'
import { text, whole } from './setting-kinds.ts'

/** Who an HTTP process is, and how it leaves. */
export const serverProcess = {
  RUN_AS: Type.Optional(
    text(
      'Who the HTTP processes become when they are started as root: a user’s name or number; nobody (65534) if not set',
      {
        pattern: '^(?:[1-9]\\d{0,8}|(?!root$)[a-z_][a-z0-9_-]{0,31})$',
        form: 'a user’s name or number, and not root',
      },
    ),
  ),
  DRAIN_SECONDS: whole(
    'How long a server that is told to stop says so at /health (503) before it stops, and serves everything else: more than a balancer needs to see it; 0 where none looks',
    0,
    0,
    300,
  ),
}
