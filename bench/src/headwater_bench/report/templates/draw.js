// Draws each figure from the specification beside it, and tells on <html> when all are there.
const options = { renderer: "svg", actions: false, tooltip: { theme: "headwater" } };
const drawings = [...document.querySelectorAll("figure")].map((figure) => {
  const spec = JSON.parse(figure.querySelector("script").textContent);
  spec.description = figure.querySelector("figcaption").textContent.trim();
  return vegaEmbed(figure.querySelector(".drawing"), spec, options);
});
Promise.all(drawings).then((drawn) => {
  document.documentElement.dataset.drawn = drawn.length;
});
