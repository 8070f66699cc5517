/**
 * The pages' one script: asks every second for what changed and replaces only those regions, but none in which
 * somebody is writing. Without it the pages work by reloading.
 */
export const liveScript = `
(function () {
  var root = document.querySelector("[data-poll]");
  if (!root) return;
  var known = root.getAttribute("data-version");
  function busy(element) {
    return element.querySelector("details.manage[open], textarea:focus, input:focus, select:focus") !== null;
  }
  function apply(answer) {
    var complete = true, names = {}, before = null;
    answer.regions.forEach(function (region) {
      names[region.id] = true;
      var element = document.getElementById(region.id);
      if (!element) {
        element = document.createElement("div");
        element.id = region.id;
        element.setAttribute("data-region", "");
        if (before) before.after(element); else root.append(element);
      }
      before = element;
      if (element.getAttribute("data-hash") === region.hash) return;
      if (busy(element)) { complete = false; return; }
      element.innerHTML = region.html;
      element.setAttribute("data-hash", region.hash);
    });
    document.querySelectorAll("[data-region]").forEach(function (element) {
      if (names[element.id]) return;
      if (busy(element)) complete = false; else element.remove();
    });
    if (complete) known = answer.version;
  }
  function ask() {
    fetch(root.getAttribute("data-poll") + "?have=" + encodeURIComponent(known), { cache: "no-store" })
      .then(function (response) { return response.ok ? response.json() : {}; })
      .then(function (answer) { if (answer.regions) apply(answer); })
      .catch(function () {})
      .then(function () { setTimeout(ask, document.hidden ? 5000 : 1000); });
  }
  setTimeout(ask, 1000);
})();
`;
