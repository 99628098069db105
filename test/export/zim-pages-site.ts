/** A small archived site with all that a ZIM has to keep together, and what can be seen of a ZIM with openZIM's tools. */
import { deflateSync } from 'node:zlib'
import { ArchiveMaker, HTML, type ArchivedSite } from '../portal/archived-site.js'
import { PNG as DOT, run, show } from './zim-file-tools.js'

const CSS = [['Content-Type', 'text/css']] as const
const PNG = [['Content-Type', 'image/png']] as const

function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body><h1>${title}</h1>
<p>This page is about ${title}, and it has enough words in English to be a page of the library.</p>${body}</body></html>`
}

export function schoolSite(): Promise<ArchivedSite> {
  const redirect = (location: string) => [['Location', location]] as const
  return new ArchiveMaker()
    .add(
      'http://school.example/',
      HTML,
      page(
        'Volcanoes',
        `<p><a id=lava href="/lava/hot?kind=1&amp;n=2#top">lava</a> <a id=thai href="/%E0%B8%A0%E0%B8%B9%E0%B9%80%E0%B8%82%E0%B8%B2">ภูเขา</a>
<a id=moved href="http://old.example/moved">moved</a> <a id=out href="http://elsewhere.example/x" title="Elsewhere">out</a>
<a id=broken href="/broken">broken</a> <a id=file href="/plan.pdf">plan</a> <a id=slash href="https://school.example/dir">dir</a>
<a id=here href="#content">here</a> <a id=script href="javascript:alert(1)">script</a></p>
<img id=dot src="/img/dot.png" alt="dot"><img id=gone src="/img/gone.png">
<form action="/search"><input name=q><button>go</button></form><script>alert(1)</script>`,
        '<link rel=stylesheet href="/css/site.css">',
      ),
    )
    .add(
      'http://school.example/lava/hot?kind=1&n=2',
      HTML,
      page('Lava', '<p><a href="../">up</a></p><p>Basalt flows.</p>'),
    )
    .add(
      'http://school.example/%E0%B8%A0%E0%B8%B9%E0%B9%80%E0%B8%82%E0%B8%B2',
      HTML,
      page('ภูเขาไฟ', '<p>ภูเขาไฟระเบิด</p>'),
    )
    .add('http://school.example/dir/', HTML, page('Lava', '<p>Another page with the same title.</p>'))
    .add('http://other.example/lava', HTML, page('Geysers', '<p>Water and steam.</p>'))
    .add(
      'http://other.example/same',
      HTML,
      page('Lava', '<p>A third one, on another site altogether, about obsidian.</p>'),
    )
    .add('http://old.example/moved', redirect('http://middle.example/'), '', 301)
    .add('http://middle.example/', redirect('http://other.example/lava'), '', 302)
    .add('http://school.example/broken', HTML, page('Broken', ''), 404)
    .add('http://school.example/plan.pdf', [['Content-Type', 'application/pdf']], '%PDF-1.4 plan')
    .add('http://school.example/css/site.css', CSS, '@import "more.css"; h1 { color: rgb(1, 2, 3) }')
    .add('http://school.example/css/more.css', CSS, 'body { background: url("../img/back%20ground.png") }')
    .add('http://school.example/img/dot.png', PNG, DOT)
    .add('http://school.example/img/back%20ground.png', PNG, Buffer.concat([DOT, Buffer.from('another')]))
    .add('http://school.example/img/unused.png', PNG, deflateSync('nobody shows this'))
    .add(
      'http://wait.example/',
      HTML,
      `<!doctype html><title>Wait</title><meta http-equiv=refresh content="0; url=http://other.example/lava"><p>One moment, this page has moved to another place.`,
    )
    .build()
}

/** Paths in namespace C. */
export async function pathsIn(zim: string): Promise<string[]> {
  return (await run('zimdump', ['list', zim])).toString().split('\n').filter(Boolean)
}

export async function textAt(zim: string, path: string): Promise<string> {
  return (await show(zim, path)).toString()
}

/** What the tool says about an entry: "* type: redirect"… */
export async function detailsOf(zim: string, path: string): Promise<string> {
  return (await run('zimdump', ['list', '--details', '--ns=C', `--url=${path}`, zim])).toString()
}
