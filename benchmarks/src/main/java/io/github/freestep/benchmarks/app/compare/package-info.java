/**
 * The gallery of loops: every way to drive a simulation that the classic articles describe, under the same settings, beside
 * Freestep.
 *
 * <p>A {@code LoopKind} is one of them, a {@code Loop} what it does in a frame. A {@code LoopPlayer} puts it on a {@code Stage}, before a
 * {@code Screen} whose {@code FrameHistory} keeps what was displayed when; {@code MotionFigures} is what the film shows. The loops don't know
 * whether the stage's clock is real.
 *
 * <p>The sources, for the ideas: Glenn Fiedler, "Fix Your Timestep!"; Koen Witters, "deWiTTERS Game Loop"; Javier Arevalo, "Main
 * Loop with Fixed Time Steps"; Tyler Glaiel, "How to make your game run at 60fps". The code is written for this gallery.
 *
 * <p>{@code MotionCommand} plays two of them, the newest state and Freestep, and draws what the display showed as an
 * animated picture.
 *
 * <h2>The model</h2>
 *
 * <ol>
 *   <li><b>Displays refresh evenly.</b> A frame begins after a refresh, and is on screen from the first refresh after it is
 *       done: what a swap with vsync does. So a frame that is late by a little is late by a whole refresh. A frame time of
 *       the larger of refresh and work was the alternative; it makes a variable step look perfect, since the step and the
 *       frame would always agree.
 *   <li><b>Steps cost time, drawing none.</b> In a loop of one thread the steps are part of the frame. A physics thread has a
 *       processor of its own.
 *   <li><b>A thread wakes up a little late</b> behind its display: 20 microseconds, normally distributed, and that is when it reads
 *       the clock. Most loops pass that on, which is all that is seen of them with light ticks: 0.05 % to 0.4 %. Those that
 *       count refreshes don't, nor does Freestep where it is told that the display is even, as here.
 *   <li><b>Judder is relative to the mean speed</b> of the same film, so a loop that runs evenly at the wrong speed has none;
 *       that is in another column. Where the speed is right it is what {@code MotionMeter} measures.
 *   <li><b>Motion on screen has two faults,</b> and judder is but one: whoever extrapolates moves evenly through every wall. So
 *       there is a body that turns round, and what it strays. Who interpolates cuts corners: half a tick at the most.
 *   <li><b>A stall stops everything,</b> the physics thread included: a laptop that was closed. How long a picture is displayed
 *       before the first frame after it is no fault of any loop.
 *   <li><b>The end state</b> is that of a spring and a ball after the same simulated time, with the same input by simulation
 *       time. Real input comes by wall time and, in a loop of one thread, to the first step of a frame; that its
 *       effect then depends on the display is not held against anybody here.
 * </ol>
 *
 * <p>On the scripted stage a physics thread is a real one, also Freestep's own {@code PhysicsService}, unchanged: it runs on a clock
 * that moves when that thread works or waits, and shows the frames that fall into what passes. Driving a schedule step by step, and
 * publishing what it decides, was the alternative; it would have been a second service to keep like the first.
 *
 * <h2>What to know when reading the figures</h2>
 *
 * <ol>
 *   <li>With light ticks and one thread the interpolated accumulator is as smooth as Freestep, and less late: what it can't
 *       do is to stay so when a step takes longer than the rest of the frame.
 *   <li>Freestep is later than others by as much as its states are late at times, which is why it is smooth.
 *   <li>The spiral of a loop without a bound is a film of few frames: it has no judder to speak of.
 *   <li>On the real clock the figures are of the machine and of what else runs there; more so than anywhere else in two
 *       threads on few processors.
 * </ol>
 */
package io.github.freestep.benchmarks.app.compare;
