/* A link to a place on an archived page: the place is in the address of the frame's page, which the frame does not see. */
;(function () {
  var frame = document.querySelector('iframe.archived')
  if (frame && location.hash.length > 1) frame.src = frame.getAttribute('src') + location.hash
})()
