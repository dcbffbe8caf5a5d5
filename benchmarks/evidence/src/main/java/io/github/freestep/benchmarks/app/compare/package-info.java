/**
 * The gallery of loops: plays ways to drive a simulation that the classic articles and their comments describe, rules
 * of delay of other programs (rows 13 to 15, {@code DelayRule}), and Freestep, under the same settings.
 *
 * <p>The ideas come from Glenn Fiedler, "Fix Your Timestep!", and readers of that article (rows 2b, 7b, 9b); Koen
 * Witters, "deWiTTERS Game Loop"; Javier Arevalo, "Main Loop with Fixed Time Steps"; for rows 5a and 5b, Frank
 * Force, "Frame Rate Delta Buffering" (frankforce.com/frame-rate-delta-buffering); Tyler Glaiel,
 * "How to make your game run at 60fps"; and Ryan Fleury, "Main Loops, Refresh Rates, and Determinism"
 * (rfleury.com/p/main-loops-refresh-rates-and-determinism).
 *
 * <h2>The model</h2>
 *
 * <ol>
 *   <li><b>Displays refresh evenly.</b> A frame is on screen from the first refresh after it is done, as under vsync.
 *       Rejected: a frame time of max(refresh, work), which makes a variable step look perfect.
 *   <li><b>Steps take time, drawing takes none.</b> In a loop of one thread the steps are part of the frame; a physics
 *       thread has a processor to itself.
 *   <li><b>A thread wakes up a little after the refresh:</b> by the absolute value of a normal distribution with a
 *       deviation of 20 microseconds. Only loops that count refreshes, and Freestep if it knows that the display is
 *       even, do not pass this on to the picture.
 *   <li><b>A stall stops everything,</b> like a closed laptop, and is blamed on no loop. <b>A hitch stops only the
 *       step,</b> for a quarter of a second: a loop of one thread shows no frame meanwhile, so refreshes without motion
 *       are counted too.
 * </ol>
 *
 * <p>The page of the gallery says what judder, stray, same bits and long steps are.
 *
 * <p>On the scripted stage a physics thread is a real thread, also that of Freestep's unchanged {@code PhysicsService}.
 * It runs on a clock that advances when that thread works or waits, and it draws the frames that fall into that time.
 * Rejected: to drive a schedule step by step, which would be a second service to maintain.
 */
package io.github.freestep.benchmarks.app.compare;
