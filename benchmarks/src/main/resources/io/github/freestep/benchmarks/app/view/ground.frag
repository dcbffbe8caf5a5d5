in vec3 at;

uniform float cell;

out vec4 pixel;

float lines(vec2 place, float width) {
    vec2 blur = fwidth(place);
    vec2 off = abs(fract(place - 0.5) - 0.5);
    vec2 line = 1.0 - smoothstep(vec2(width), vec2(width) + blur * 1.2, off);
    // Fades the grid out where its cells are smaller than a pixel, because they would be noise.
    vec2 seen = clamp(1.0 - blur * 1.6, 0.0, 1.0);
    return max(line.x * seen.x, line.y * seen.y);
}

void main() {
    vec3 ground = vec3(0.60, 0.64, 0.67);
    float grid = max(0.35 * lines(at.xz / cell, 0.008), 0.75 * lines(at.xz / (cell * 10.0), 0.003));
    vec3 painted = mix(ground, vec3(0.36, 0.41, 0.46), grid);
    pixel = vec4(hazed(painted * 1.06, at), 1.0);
}
