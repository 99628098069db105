/** /admin/look: the school's name, colour and logo. */
import { markup, NOTHING } from '../../markup.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { colourIn } from '../ui/theme.js'
import { logoPath } from '../ui/theme-paths.js'
import { adminPage, adminRoute, saidSaved, type AdminTools } from './admin-frame.js'
import { actionForm, token } from './forms.js'
import { logoOf } from './logo.js'

/** Of portal.css: what the field shows as long as nobody chose. */
const OUR_COLOUR = '#1a4e8a'

export function lookRoutes(tools: AdminTools): readonly Route[] {
  return [
    adminRoute('GET', '/admin/look', tools, (request, portal, own) => show(request, portal, own)),
    adminRoute('POST', '/admin/title', tools, setTitle),
    adminRoute('POST', '/admin/colour', tools, setColour),
    adminRoute('POST', '/admin/logo', tools, setLogo),
  ]
}

function show(request: PortalRequest, portal: Portal, { people }: AdminTools, problem = ''): Answer {
  const { admin } = request.messages
  const { title, colour, logo } = people.rules()
  const content = markup`<h2>${admin.portalTitle}</h2>
<form class="make" method="post" action="/admin/title">${token(request)}
<label for="title">${admin.portalTitleLabel}</label>
<input id="title" name="title" maxlength="100" value="${title}" placeholder="${portal.library.facts().title}" autocomplete="off">
<button class="main">${admin.save}</button></form>
<h2>${admin.colour}</h2>
<form class="make" method="post" action="/admin/colour">${token(request)}
<label for="colour">${admin.colourLabel}</label>
<input id="colour" type="color" name="colour" value="${colour || OUR_COLOUR}">
<p class="hint">${admin.colourHelp}</p>
<button class="main">${admin.save}</button></form>
${colour === '' ? NOTHING : actionForm(request, '/admin/colour', admin.standardColour, { colour: '' })}
<h2>${admin.logo}</h2>
${logo === null ? NOTHING : markup`<p><img class="logo" src="${logoPath(logo)}" alt="${admin.logoNow}" width="${logo.width}" height="${logo.height}"></p>${actionForm(request, '/admin/logo', admin.removeLogo, { remove: '1' })}`}
<form class="make" method="post" action="/admin/logo" enctype="multipart/form-data">${token(request)}
<label for="logo">${admin.logoLabel}</label>
<input id="logo" type="file" name="file" accept="image/png,image/jpeg,image/gif,image/webp" required>
<button>${admin.useLogo}</button></form>`
  const said = problem || saidSaved(request)
  return adminPage(request, portal, { title: admin.look, content, said, problem })
}

function setTitle(request: PortalRequest, _portal: Portal, { people }: AdminTools): Answer {
  people.house.setTitle(request.form.get('title') ?? '')
  return saved()
}

/** Empty: the colour of before. */
function setColour(request: PortalRequest, portal: Portal, tools: AdminTools): Answer {
  const wanted = request.form.get('colour') ?? ''
  const colour = wanted === '' ? '' : colourIn(wanted)
  if (colour === null) return show(request, portal, tools, request.messages.admin.notAColour)
  tools.people.house.setColour(colour)
  return saved()
}

function setLogo(request: PortalRequest, portal: Portal, tools: AdminTools): Answer {
  const file = request.files.get('file')
  const logo = file === undefined ? null : logoOf(file.bytes)
  if (logo === null && request.form.get('remove') !== '1')
    return show(request, portal, tools, request.messages.admin.notALogo)
  tools.people.house.setLogo(logo)
  return saved()
}

function saved(): Answer {
  return seeOther('/admin/look?saved=1')
}
