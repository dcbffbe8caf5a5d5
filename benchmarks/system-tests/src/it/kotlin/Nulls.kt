package example

import io.github.freestep.physics.EventHandler
import io.github.freestep.physics.PhysicsEvent
import io.github.freestep.physics.PhysicsService
import io.github.freestep.render.FrameSampler

// Kotlin's compiler must reject the lines that end with "rejected", and no others, because the packages of the
// libraries are annotated with @NullMarked. Nothing runs this code.
fun nulls(physics: PhysicsService, ball: Ball) {
    PhysicsService.builder(null) // rejected
    PhysicsService.builder(ball).name(null) // rejected
    physics.submit(null) // rejected
    physics.events().with(PhysicsEvent.Kind.USER).subscribe("name", null) // rejected
    physics.events().with(PhysicsEvent.Kind.USER).subscribe(null, EventHandler {}) // rejected
    FrameSampler.open(null) // rejected
    physics.failure().message // rejected
    val cause: Throwable = physics.failure() // rejected
    val none: Throwable? = physics.failure()
    println("$cause $none")
}
