// Keeps the page of a crawl fresh: asks the server for the blocks that changed. Without it a link does the same.
;(function () {
  'use strict'
  var live = document.getElementById('live')
  if (!live) return
  var address = live.getAttribute('data-address')
  var every = Number(live.getAttribute('data-every')) || 2000
  var SLOWEST = 60000
  var shown = {}
  var wait = every

  function ask(done) {
    var request = new XMLHttpRequest()
    request.open('GET', address)
    request.timeout = 20000
    request.onload = function () {
      var answer = null
      try {
        if (request.status === 200) answer = JSON.parse(request.responseText)
      } catch (error) {
        answer = null
      }
      done(answer)
    }
    request.onerror = request.ontimeout = function () {
      done(null)
    }
    request.send()
  }

  // whoever has the keyboard, or a list scrolled aside, keeps it
  function isInUse(element) {
    var active = document.activeElement
    return Boolean(active && active !== element && element.contains(active))
  }

  function scrolls(element) {
    var found = []
    var boxes = element.querySelectorAll('.scroll')
    for (var i = 0; i < boxes.length; i++) found.push([boxes[i].scrollLeft, boxes[i].scrollTop])
    return found
  }

  function show(id, html) {
    var element = document.getElementById(id)
    if (!element || shown[id] === html || isInUse(element)) return
    shown[id] = html
    var before = scrolls(element)
    element.innerHTML = html
    var boxes = element.querySelectorAll('.scroll')
    for (var i = 0; i < boxes.length && i < before.length; i++) {
      boxes[i].scrollLeft = before[i][0]
      boxes[i].scrollTop = before[i][1]
    }
  }

  function next(ms) {
    setTimeout(function () {
      // nobody looks: no need to ask
      if (document.hidden) return next(every)
      ask(function (answer) {
        if (answer === null) {
          wait = Math.min(SLOWEST, wait * 2)
          return next(wait)
        }
        wait = every
        for (var id in answer.blocks)
          if (Object.prototype.hasOwnProperty.call(answer.blocks, id)) show(id, answer.blocks[id])
        if (answer.againMs > 0) next(Math.max(1000, answer.againMs))
      })
    }, ms)
  }

  next(every)
})()
