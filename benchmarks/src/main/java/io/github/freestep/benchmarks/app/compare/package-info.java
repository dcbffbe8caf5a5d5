/**
 * The gallery of loops: plays the ways to drive a simulation that the classic articles and their comments describe, and
 * Freestep, under the same settings.
 *
 * <p>The package {@code loops} plays a loop, which gives a {@code FrameHistory}. The classes here measure and draw the
 * histories of all loops: {@code MotionFigures} measures one, a {@code Comparison} has all of them.
 *
 * <p>The ideas come from Glenn Fiedler, "Fix Your Timestep!"; Koen Witters, "deWiTTERS Game Loop"; and Javier
 * Arevalo, "Main Loop with Fixed Time Steps". That a frame lasts a whole number of refreshes, as in row 5b, is the idea
 * of Tyler Glaiel, "How to make your game run at 60fps", and Frank Force, "Frame Rate Delta Buffering"
 * (frankforce.com/frame-rate-delta-buffering), which both go on with fixed steps. What the refresh does to determinism
 * is the subject of Ryan Fleury, "Main Loops, Refresh Rates, and Determinism"
 * (rfleury.com/p/main-loops-refresh-rates-and-determinism). Row 5b models one step of k refreshes, and quotes none of
 * the three. Rows 5c and 5d divide a frame into several updates, as other articles do that begin with the display's
 * refresh. Rows 2b, 7b and 9b are proposals of readers of Fiedler's article. The code is written for this gallery.
 *
 * <p>{@code MotionCommand} plays some of them, by default the newest state and Freestep, and draws what the display
 * showed as an animated picture.
 *
 * <h2>The model</h2>
 *
 * <ol>
 *   <li><b>Displays refresh evenly.</b> A frame begins after a refresh, and is on screen from the first refresh after
 *       it is done, as with a buffer swap under vsync. So a frame that is a little late appears a whole refresh later.
 *       The alternative was a frame time of max(refresh, work). That would make a variable step look perfect, because
 *       the step and the frame would always agree.
 *   <li><b>Steps take time, drawing takes none.</b> In a loop of one thread the steps are part of the frame. A physics
 *       thread has a processor to itself. Three further plays of each loop drop these two simplifications: drawing
 *       takes a random time, or the refreshes are a random time apart ({@code Display}).
 *   <li><b>A thread wakes up a little after the refresh:</b> by the absolute value of a normal distribution with a
 *       deviation of 20 microseconds. It reads the clock then. Most loops pass this error on to the picture. With light
 *       ticks it is their only error, 0.05 % to 0.4 %. Loops that count refreshes do not pass it on. Nor does Freestep
 *       if it knows that the display is even, as in row 18b.
 *   <li><b>Judder is relative to the mean speed</b> of the same history. So a loop that runs evenly at the wrong
 *       speed has no judder; the speed has its own column. Where the speed is right, judder is what
 *       {@code MotionMeter} measures.
 *   <li><b>Motion on screen has two faults,</b> and judder is only one: an extrapolating loop moves evenly through
 *       every wall. So the observed body turns round at walls, and "stray" is its distance from its path. Interpolating
 *       loops cut corners by at most half a tick.
 *   <li><b>A stall stops everything,</b> also the physics thread, like a closed laptop. No loop is blamed for the
 *       picture that stays on the display until the first frame after the stall.
 *   <li><b>A hitch stops only the step.</b> One step takes a quarter of a second. The physics thread is busy with it,
 *       and the display and the thread of the frames go on. A loop of one thread shows no frame meanwhile, so its
 *       judder counts that time as one frame. Therefore refreshes without motion are counted too.
 *   <li><b>Long steps break things.</b> A ball runs between walls that it must not cross in a step, and a stiff spring
 *       explodes if steps are longer than 25 ms. Both are moved by the steps of each loop.
 *   <li><b>The end state</b> is that of a spring and a ball after the same simulated time, with the same input by
 *       simulation time. Real input comes by wall time, and in a loop of one thread it goes to the first step of a
 *       frame. So its effect depends on the display; no loop is blamed for that here.
 * </ol>
 *
 * <p>On the scripted stage a physics thread is a real thread, also that of Freestep's unchanged
 * {@code PhysicsService}. It runs on a clock that advances when that thread works or waits, and it draws the frames
 * that fall into that time. The alternative was to drive a schedule step by step and publish its decisions. That would
 * have been a second service to maintain.
 *
 * <h2>How to read the figures</h2>
 *
 * <ol>
 *   <li>With light ticks and one thread the interpolated accumulator is as smooth as Freestep and has less latency. It
 *       does not stay smooth when a step takes longer than the rest of the frame.
 *   <li>Freestep shows the world later, by as much as its states are sometimes late. That delay is why it is smooth.
 *   <li>A loop that catches up without a bound may spiral. Then it shows so few frames that its judder means little.
 *   <li>On the real clock the figures depend on the machine and on what else runs there, most of all for two threads on
 *       few processors.
 * </ol>
 */
package io.github.freestep.benchmarks.app.compare;
