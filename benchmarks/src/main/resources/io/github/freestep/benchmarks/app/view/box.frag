in vec3 at;
in vec3 normal;
in vec3 local;
flat in vec3 colour;

out vec4 pixel;

void main() {
    vec3 n = normalize(normal);
    float direct = max(dot(n, sun), 0.0);
    vec3 sky = mix(vec3(0.33, 0.31, 0.30), vec3(0.52, 0.57, 0.64), 0.5 + 0.5 * n.y);
    // A point is near an edge if the two largest of its coordinates are near 1.
    vec3 a = abs(local);
    float edge = max(max(min(a.x, a.y), min(a.y, a.z)), min(a.x, a.z));
    float rim = smoothstep(0.86, 0.97, edge);
    vec3 half_way = normalize(sun + normalize(eye - at));
    float gloss = pow(max(dot(n, half_way), 0.0), 40.0) * 0.18 * sign(direct);
    vec3 shown = colour * (sky + direct * vec3(0.78, 0.74, 0.66)) * (1.0 - 0.22 * rim) + gloss;
    pixel = vec4(hazed(shown, at), 1.0);
}
