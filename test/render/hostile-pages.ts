/** Pages that mean harm to a browser, or to who runs one. Each tells by its text whether its scripts ran. */
export interface HostileScript {
  readonly name: string
  readonly script: string
}

/** `port`, `udpPort`: where a page would reach out to. */
export function hostileScripts(port: number, udpPort: number): readonly HostileScript[] {
  const place = `127.0.0.1:${port}`
  return [
    { name: 'endless-loop', script: 'for (;;);' },
    { name: 'endless-later', script: 'setTimeout(function () { for (;;); }, 10)' },
    { name: 'endless-promises', script: 'function f() { Promise.resolve().then(f) } f()' },
    { name: 'endless-timers', script: 'function f() { setTimeout(f, 0); setTimeout(f, 0) } f()' },
    {
      name: 'endless-elements',
      script:
        "setInterval(function () { for (var i = 0; i < 5000; i++) document.body.append(document.createElement('p')) }, 1)",
    },
    {
      name: 'memory',
      script:
        'var a = []; setInterval(function () { for (var i = 0; i < 20; i++) a.push(new Uint8Array(5 << 20).fill(1)) }, 1)',
    },
    {
      name: 'heap',
      script: 'var a = []; setInterval(function () { for (var i = 0; i < 1e5; i++) a.push({ i: i, s: "x" + i }) }, 1)',
    },
    {
      name: 'blobs',
      script: 'for (var i = 0, a = []; i < 100; i++) a.push(URL.createObjectURL(new Blob([new Uint8Array(2e7)])))',
    },
    { name: 'no-room-for-text', script: "document.body.append('x'.repeat(1e8))" },
    { name: 'dialogs', script: 'for (var i = 0; i < 1000; i++) { alert(i); confirm(i); prompt(i) }' },
    {
      name: 'unload',
      script:
        "addEventListener('beforeunload', function (e) { e.preventDefault(); e.returnValue = 'stay' }); onunload = function () { for (;;); }",
    },
    {
      name: 'popups',
      script: `for (var i = 0; i < 100; i++) { window.open('http://${place}/popup'); var a = document.createElement('a'); a.target = '_blank'; a.href = 'http://${place}/popup' + i; document.body.append(a); a.click() }`,
    },
    {
      name: 'downloads',
      script: `for (var i = 0; i < 100; i++) { var a = document.createElement('a'); a.download = 'x' + i; a.href = 'data:application/octet-stream,xxxx'; a.click(); a.href = 'http://${place}/file'; a.click() }`,
    },
    {
      name: 'websocket',
      script: `for (var i = 0; i < 50; i++) try { new WebSocket('ws://${place}/') } catch (e) {} var f = document.createElement('iframe'); document.body.append(f); try { new f.contentWindow.WebSocket('ws://${place}/') } catch (e) {}`,
    },
    {
      name: 'websocket-worker',
      script: `new Worker(URL.createObjectURL(new Blob(["try { new WebSocket('ws://${place}/') } catch (e) {} fetch('http://${place}/w'); importScripts('http://${place}/i.js')"])))`,
    },
    {
      name: 'webrtc',
      script: `var f = document.createElement('iframe'); document.body.append(f); [window, f.contentWindow].forEach(function (w) { try { var p = new w.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }, { urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'u', credential: 'p' }] }); p.createDataChannel('x'); p.createOffer().then(function (o) { p.setLocalDescription(o) }) } catch (e) {} })`,
    },
    {
      name: 'service-worker',
      script:
        "try { navigator.serviceWorker.register('/sw.js') } catch (e) {}; try { Object.getPrototypeOf(navigator).serviceWorker.register('/sw.js') } catch (e) {}",
    },
    {
      name: 'shared-worker',
      script: `try { new SharedWorker('/shared.js') } catch (e) {} try { new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${place}/s')"]))) } catch (e) {}`,
    },
    {
      name: 'many-workers',
      script: "for (var i = 0; i < 200; i++) new Worker(URL.createObjectURL(new Blob(['for (;;);'])))",
    },
    {
      name: 'many-frames',
      script:
        "for (var i = 0; i < 500; i++) { var f = document.createElement('iframe'); f.srcdoc = '<p>x'; document.body.append(f) }",
    },
    { name: 'many-requests', script: "for (var i = 0; i < 10000; i++) fetch('/request-' + i).catch(function () {})" },
    {
      name: 'reaching-out',
      script: `fetch('http://${place}/fetch'); new Image().src = 'http://${place}/image'; navigator.sendBeacon && navigator.sendBeacon('http://${place}/beacon', 'x'); try { new EventSource('http://${place}/events') } catch (e) {} ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'stylesheet', 'icon', 'manifest', 'prerender'].forEach(function (r) { var l = document.createElement('link'); l.rel = r; l.as = 'script'; l.href = 'http://${place}/' + r; document.head.append(l) }); var s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = '{"prefetch":[{"source":"list","urls":["http://${place}/speculation"]}]}'; document.head.append(s); var f = document.createElement('form'); f.method = 'post'; f.action = 'http://${place}/form'; document.body.append(f); f.submit()`,
    },
    {
      name: 'navigates',
      script: `setInterval(function () { location.href = 'http://${place}/n' + Math.random() }, 1)`,
    },
    { name: 'reloads', script: 'setInterval(function () { location.reload(); history.go(0); history.back() }, 1)' },
    {
      name: 'rewrites-history',
      script: "for (var i = 0; ; i++) history.pushState({ a: 'x'.repeat(1e5) }, '', '/x' + i)",
    },
    {
      name: 'hints',
      script: `document.head.insertAdjacentHTML('beforeend', '<link rel=preconnect href="http://${place}"><link rel=prefetch href="http://${place}/p"><link rel=preload as=image href="http://${place}/i"><link rel=manifest href="http://${place}/m">'); var s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = '{"prefetch":[{"source":"list","urls":["http://${place}/s"]}],"prerender":[{"source":"list","urls":["http://${place}/r"]}]}'; document.head.append(s); var a = document.createElement('a'); a.href = '#x'; a.ping = 'http://${place}/ping'; document.body.append(a); a.click()`,
    },
    {
      name: 'rare-ways-out',
      script: `[function () { return new AudioContext().audioWorklet.addModule('http://${place}/a.js') }, function () { return CSS.paintWorklet.addModule('http://${place}/c.js') }, function () { return new PaymentRequest([{ supportedMethods: 'http://${place}/pay' }], { total: { label: 'x', amount: { currency: 'THB', value: '1' } } }).show() }, function () { return navigator.credentials.get({ identity: { providers: [{ configURL: 'http://${place}/id.json', clientId: '1' }] } }) }, function () { return fetchLater('http://${place}/later') }, function () { return fetch('http://${place}/alive', { keepalive: true, method: 'POST', mode: 'no-cors' }) }, function () { return new PresentationRequest('http://${place}/show').start() }].forEach(function (way) { try { Promise.resolve(way()).catch(function () {}) } catch (e) {} })`,
    },
    {
      name: 'data-frames',
      script: `for (var i = 0; i < 50; i++) { var f = document.createElement('iframe'); f.src = 'data:text/html,<script>fetch("http://${place}/d");new WebSocket("ws://${place}/")</' + 'script>'; document.body.append(f) }`,
    },
    {
      name: 'local-files',
      script:
        "fetch('file:///etc/passwd').then(function (r) { return r.text() }).then(function (t) { document.body.append(t) }); location.href = 'file:///etc/passwd'; location.href = 'chrome://version'; location.href = 'view-source:http://a.test/'",
    },
    {
      name: 'deep',
      script:
        "var e = document.body; for (var i = 0; i < 20000; i++) { var d = document.createElement('div'); e.append(d); e = d }",
    },
    {
      name: 'poisoned',
      script:
        "Object.defineProperty(Element.prototype, 'outerHTML', { get: function () { for (;;); } }); Array.from = JSON.stringify = String.prototype.replace = function () { throw 1 }; Object.defineProperty(document, 'documentElement', { get: function () { return null } })",
    },
    { name: 'debugger', script: 'setInterval(function () { debugger }, 1); console.log("x".repeat(1e6))' },
    {
      name: 'print',
      script:
        'window.print(); document.documentElement.requestFullscreen && document.documentElement.requestFullscreen(); navigator.geolocation.getCurrentPosition(function () {}); Notification.requestPermission()',
    },
  ]
}
