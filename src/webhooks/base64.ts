/** The bytes of base64 text; `null` where it is not in the canonical form that encoders write. */
export const readBase64 = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
