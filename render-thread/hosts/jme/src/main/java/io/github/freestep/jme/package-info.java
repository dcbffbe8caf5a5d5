/**
 * Minie's {@code BulletAppState} on the turns of {@code freestep-smooth}. The game's turn begins in a listener before
 * the application: states are asked later.
 *
 * <p>Rejected: locks around calls, or commands, because games call a thousand native methods; wheels beside the shown
 * chassis, which are off by 20 cm at 12 km/h.
 */
@NullMarked
package io.github.freestep.jme;

import org.jspecify.annotations.NullMarked;
