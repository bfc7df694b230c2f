import { answerTasks } from "../../media/painter/answer-tasks.ts";
import { draw } from "./draw.ts";

/* The process that draws pictures to share. */

answerTasks(draw);
