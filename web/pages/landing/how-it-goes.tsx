import { scenes } from "../../scenes/scenes.ts";

const steps = [
  {
    scene: scenes.boards,
    title: "Round up the squad",
    text: "One link in the group chat, and everybody is in. The squad stays for the next trip, and the one after.",
  },
  {
    scene: scenes.reef,
    title: "Pour in the photos",
    text: "Straight from the phone, in full quality, in one gallery. Nobody has to ask for “the one on the boat” again.",
  },
  {
    scene: scenes.camp,
    title: "Crown your legends",
    text: "Vote in secret. When the last vote is in, the awards are revealed to everybody at once.",
  },
] as const;

/** The product in three steps. */
export const HowItGoes = () => (
  <section className="mx-auto grid max-w-7xl gap-8 px-4 py-14 sm:px-8 md:py-20">
    <h2 className="poster text-4xl md:text-5xl">How it goes</h2>
    <ol className="grid gap-8 md:grid-cols-3">
      {steps.map(({ scene, title, text }, index) => (
        <li key={title} className="grid content-start gap-3">
          <img
            src={scene}
            alt=""
            width={400}
            height={300}
            loading="lazy"
            className="aspect-4/3 w-full rounded-card object-cover"
          />
          <h3 className="title mt-1 text-2xl">
            {index + 1}. {title}
          </h3>
          <p className="text-soft">{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
