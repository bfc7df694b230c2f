/** A poster as a round sticker, for empty and failed states. Screen readers skip it. */
export const SceneSticker = ({ src }: { src: string }) => (
  <img src={src} alt="" className="edge size-40 -rotate-3 rounded-full object-cover shadow-stamp" />
);
