// Loads React only when the browser has shown the page, as our pages do that the server draws.
const watch = new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length === 0) return;
  watch.disconnect();
  void import("./main.tsx");
});
watch.observe({ type: "paint", buffered: true });
