/** A browser without a screen: keeps cookies, follows no redirect by itself, sends forms with the token of the page it saw. */
export interface Seen {
  readonly status: number
  readonly html: string
  readonly location: string
  readonly headers: Headers
}

export interface Visitor {
  get(path: string): Promise<Seen>
  /** Follows one redirect, as after a form. */
  open(path: string): Promise<Seen>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Seen>
  upload(path: string, file: { readonly name: string; readonly bytes: string | Uint8Array }): Promise<Seen>
  readonly cookies: Map<string, string>
}

export function createVisitor(origin: string, language = 'en'): Visitor {
  const cookies = new Map<string, string>()
  let token = ''
  const send = async (path: string, init: RequestInit): Promise<Seen> => {
    const answer = await fetch(origin + path, {
      ...init,
      redirect: 'manual',
      headers: {
        'Accept-Language': language,
        Origin: origin,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/Max-Age=0/.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const html = await answer.text()
    token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? token
    return { status: answer.status, html, location: answer.headers.get('location') ?? '', headers: answer.headers }
  }
  const get = (path: string): Promise<Seen> => send(path, {})
  return {
    cookies,
    get,
    async open(path) {
      const seen = await get(path)
      return seen.status === 303 ? get(seen.location) : seen
    },
    post: (path, fields) => send(path, { method: 'POST', body: new URLSearchParams({ token, ...fields }) }),
    upload(path, { name, bytes }) {
      const form = new FormData()
      form.set('token', token)
      form.set('file', new Blob([bytes]), name)
      return send(path, { method: 'POST', body: form })
    },
  }
}
